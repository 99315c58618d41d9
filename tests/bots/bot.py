"""A bot in Python, with nothing but its standard library: docs/play-elsewhere.md is all it knows of the program.

    bot.py HOST:PORT SEED

It reads seats' tokens from standard input, a line each, plays each game to its end by choosing among the orders it is
offered, a dozen games at once, and writes a line of JSON for each. Where dice are fair it takes part, and checks what the host shows in the end.
"""

import hashlib
import json
import os
import random
import struct
import sys
from concurrent.futures import ThreadPoolExecutor

from line import Line

PROTOCOL = 3
AT_ONCE = 12
CHAIN = 1 << 16


def sha256(*pieces):
    return hashlib.sha256(b"".join(pieces)).digest()


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
    address, seed = sys.argv[1:3]
    # Several games at once: while one waits for the host's disk, the others go on.
    with ThreadPoolExecutor(AT_ONCE) as games:
        tokens = enumerate(line.strip() for line in sys.stdin)
        played = [games.submit(play, address, token, random.Random(f"{seed} {n}")) for n, token in tokens]
        for game in played:
            print(json.dumps(game.result()), flush=True)


main()
