"""An engine of tic-tac-toe that speaks UGI, and misbehaves as it is told.

    guest.py MANNER [FILE]

It writes its process number into FILE, one line for each start.
"""

import os
import signal
import subprocess
import sys
import time

manner = sys.argv[1]
if len(sys.argv) > 2:
    with open(sys.argv[2], "a") as file:
        file.write(f"{os.getpid()}\n")
CELLS = [column + row for row in "123" for column in "abc"]


def say(text):
    if manner == "dribbles":
        for byte in text + "\n":
            sys.stdout.write(byte)
            sys.stdout.flush()
            time.sleep(0.001)
    else:
        print(text, flush=True)


if manner == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen(["sleep", "1000"])
    with open(sys.argv[2], "a") as file:
        file.write(f"{child.pid}\n")
if manner == "crashes-at-once":
    sys.exit("cannot begin")
played = []
moves = 0
while True:
    line = sys.stdin.readline()
    words = line.split()
    if not line or (words == ["quit"] and manner != "stubborn"):
        if manner != "stubborn":
            break
        time.sleep(1000)
    elif words == ["ugi"]:
        say("id name guest")
        say("option name Strength type spin default 1 min 0 max 9")
        say("ugiok")
    elif words == ["isready"]:
        say("readyok")
    elif words[:2] == ["position", "startpos"]:
        played = words[3:]
    elif words[:1] == ["go"]:
        moves += 1
        best = next(cell for cell in CELLS if cell not in played)
        if manner == "crashes":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(7)
        if manner == "hangs" or (manner == "stubborn" and moves == 2):
            time.sleep(1000)
        if manner == "late":
            time.sleep(2.5)
        if manner == "closes":
            os.close(1)
            time.sleep(1000)
        if manner == "cheats" and played:
            best = played[0]
        if manner == "babbles":
            best = "\x00\x1b[2J\ufffd" + "x" * 1000
        if manner == "resigns":
            best = "resign"
        if manner == "floods":
            for _ in range(2000):
                sys.stderr.write("e" * 1000 + "\n")
                print("info string " + "o" * 1000)
        if manner == "never-ends-a-line":
            while True:
                sys.stdout.write("x" * 100000)
        if manner == "never-stops":
            while True:
                print("info string still at it")
        if manner == "bytes":
            sys.stdout.buffer.write(b"\xff\xfe\x80 info\r\n")
        say(f"bestmove {best}")
