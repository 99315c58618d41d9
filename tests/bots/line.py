"""A WebSocket with nothing but the standard library."""

import base64
import json
import os
import socket
import struct


class Line:
    """A WebSocket."""

    def __init__(self, address, path="/seat"):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        if b" 101 " not in self.file.readline():
            raise ConnectionError("this is no host")
        while self.file.readline().strip():
            pass

    def frame(self, kind, data):
        mask = os.urandom(4)
        head = bytes([0x80 | kind])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
        self.socket.sendall(head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(data)))

    def say(self, **word):
        self.frame(1, json.dumps(word).encode())

    def hear(self):
        text = b""
        while True:
            first, second = self.file.read(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack(">H", self.file.read(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", self.file.read(8))
            data, kind = self.file.read(length), first & 0x0F
            if kind == 9:
                self.frame(10, data)
            elif kind == 8:
                raise ConnectionError("the host has ended the line")
            elif kind in (0, 1):
                text += data
                if first & 0x80:
                    return json.loads(text)
