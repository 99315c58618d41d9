"""A bot in Python, with nothing but its standard library: docs/play-elsewhere.md is all it knows of the program.

    bot.py HOST:PORT SEED

It reads seats' tokens from standard input, a line each, plays each game to its end by choosing among the orders it is
offered, and writes a line of JSON for each. Where dice are fair it takes part, and checks what the host shows in the end.
"""

import base64
import hashlib
import json
import os
import random
import socket
import struct
import sys

PROTOCOL = 2
CHAIN = 1 << 16


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


class Line:
    """A WebSocket."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /seat HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
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


class Dice:
    """This seat's part in fair dice."""

    def __init__(self, fair):
        self.bond = fair["bond"]
        self.links = [os.urandom(32)]
        for _ in range(CHAIN):
            self.links.append(sha256(self.links[-1]))
        self.links.reverse()
        self.start = None
        self.asked = []

    def end(self):
        return self.links[0].hex()

    def link(self, draw):
        number = draw["number"]
        if self.asked and number != self.asked[-1]["number"] + 1:
            raise ValueError("a draw was left out or asked for twice")
        self.asked.append(draw)
        return self.links[number - self.start + 1].hex()

    def check(self, shown):
        """Whether the host has carried out what it had fixed: see the docs for every hash."""
        secret = bytes.fromhex(shown["secret"])
        if sha256(secret).hex() != self.bond:
            return False
        fixed = {spent["draw"]: spent["order"] for spent in shown["spent"]}
        fixed.update({order["draw"]: order["order"] for order in shown["orders"]})
        for draw in self.asked:
            number = struct.pack("<Q", draw["number"])
            order = bytes.fromhex(fixed.get(draw["number"], "00" * 32))
            hidden = sha256(b"order", sha256(b"nonce", secret, number), order)
            share = sha256(b"share", secret, number)
            if sha256(b"commitment", hidden, sha256(share)).hex() != draw["commitment"]:
                return False
        return True


def play(address, token, picks):
    line, dice, acting, asked, orders = Line(address), None, None, None, 0

    def ask(**word):
        """Asks a word; answers what is asked of dice, and notes who is to act, until its answer comes."""
        nonlocal acting
        line.say(id=1, **word)
        while True:
            said = line.hear()
            if "draw" in said:
                line.say(link={"number": said["draw"]["number"], "link": dice.link(said["draw"])})
            elif "noticed" in said:
                acting = said["noticed"]["to_act"]
            elif said.get("id") == 1:
                return said

    welcome = ask(hello={"protocol": PROTOCOL, "token": token})["ok"]
    if welcome["fair"] and welcome["fair"]["takes_part"]:
        dice = Dice(welcome["fair"])
        line.say(id=0, bind={"end": dice.end()})
        while dice.start is None:
            said = line.hear()
            if said.get("id") == 0:
                dice.start = said["ok"]["from"]
    acting = ask(view={})["ok"]["to_act"]
    while acting is not None:
        if acting != welcome["side"]:
            said = line.hear()
            if "draw" in said:
                line.say(link={"number": said["draw"]["number"], "link": dice.link(said["draw"])})
            elif "noticed" in said:
                acting = said["noticed"]["to_act"]
            continue
        offered = ask(options={})["ok"]["commands"]
        if acting != welcome["side"] or not offered:
            continue
        done = ask(do={"command": picks.choice(offered)})
        if "ok" in done:
            acting = done["ok"].get("to_act", acting)
            orders += 1
        elif "not here" not in done.get("error", {}).get("because", ""):
            raise ValueError(f"refused: {done}")
    proved = None
    if dice:
        proved = dice.check(ask(secrets={})["ok"])
    return {"orders": orders, "draws": len(dice.asked) if dice else 0, "proved": proved}


def main():
    address, picks = sys.argv[1], random.Random(int(sys.argv[2]))
    for token in sys.stdin:
        print(json.dumps(play(address, token.strip(), picks)), flush=True)


main()
