"""Power cuts, simulated: at every acknowledgement only what was forced to disk survives, plus a random part of the rest, in torn sectors. Every state that a
cut could leave is opened, and whatever was acknowledged is in it. Needs strace."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time

from common import Client, Folder, Server, binary, figures, note

SECTOR = 512
CALL = re.compile(r"^(?:\d+ +)?(\d+\.\d+) (\w+)\((.*)\) += (-?\d+)")


def unescaped(text):
    return bytes.fromhex(text.replace("\\x", ""))


class Disk:
    """What is on disk for sure, and what may be: writes by file since it was last forced."""

    def __init__(self):
        self.sure, self.pending = {}, {}

    def write(self, name, offset, data):
        self.pending.setdefault(name, []).append((offset, data))

    def truncate(self, name, size):
        self.pending.setdefault(name, []).append((size, None))

    def force(self, name):
        content = bytearray(self.sure.get(name, b""))
        for change in self.pending.pop(name, []):
            apply(content, *change)
        self.sure[name] = bytes(content)

    def forget(self, name):
        self.sure.pop(name, None)
        self.pending.pop(name, None)

    def states(self, draw):
        """Three disks: nothing but what is sure; a random half of the rest; torn sectors of the rest."""
        for kind in ("sure", "half", "torn"):
            files = {}
            for name in set(self.sure) | set(self.pending):
                content = bytearray(self.sure.get(name, b""))
                for offset, data in self.pending.get(name, []):
                    if kind == "half" and draw.random() < 0.5 or kind == "torn" and data is None and draw.random() < 0.5:
                        apply(content, offset, data)
                    elif kind == "torn" and data is not None:
                        for start in range(0, len(data), SECTOR):
                            if draw.random() < 0.5:
                                apply(content, offset + start, data[start:start + SECTOR])
                files[name] = bytes(content)
            yield kind, files


def apply(content, offset, data):
    if data is None:
        del content[offset:]
        content.extend(b"\0" * (offset - len(content)))
        return
    content.extend(b"\0" * (offset + len(data) - len(content)))
    content[offset:offset + len(data)] = data


def replay(trace, data, marks):
    """The disk at each mark (a time), as the calls in the trace made it."""
    disk, names, marks = Disk(), {}, list(marks)
    unfinished = {}
    with open(trace, errors="replace") as lines:
        for line in lines:
            started = re.match(r"^(\d+) +(\d+\.\d+) (.*) <unfinished \.\.\.>$", line)
            if started:
                unfinished[started.group(1)] = f"{started.group(1)} {started.group(2)} {started.group(3)}"
                continue
            resumed = re.match(r"^(\d+) +(\d+\.\d+) <\.\.\. \w+ resumed>(.*)$", line)
            if resumed:
                # It counts from when it was done.
                begun = unfinished.pop(resumed.group(1), "")
                begun = re.sub(r"^(\d+) \d+\.\d+ ", rf"\1 {resumed.group(2)} ", begun)
                line = begun + resumed.group(3)
            found = CALL.match(line)
            if not found or int(found.group(4)) < 0:
                continue
            at, call, args, result = float(found.group(1)), found.group(2), found.group(3), int(found.group(4))
            while marks and at > marks[0][0]:
                yield marks.pop(0)[1], disk
            if call == "openat":
                path = re.search(r'"((?:\\x[0-9a-f]{2})*)"', args)
                path = unescaped(path.group(1)).decode(errors="replace") if path else ""
                if path.startswith(data + "/ninefold.sqlite") and not path.endswith("-shm"):
                    names[result] = os.path.basename(path)
                    disk.sure.setdefault(names[result], b"")
                    if "O_TRUNC" in args:
                        disk.truncate(names[result], 0)
                else:
                    names.pop(result, None)
                continue
            if call == "unlink":
                path = unescaped(re.search(r'"((?:\\x[0-9a-f]{2})*)"', args).group(1)).decode(errors="replace")
                if path.startswith(data + "/"):
                    disk.forget(os.path.basename(path))
                continue
            number = int(re.match(r"\d+", args).group(0)) if re.match(r"\d+", args) else -1
            if call == "close":
                names.pop(number, None)
            if number not in names:
                continue
            if call == "pwrite64":
                written = unescaped(re.search(r'"((?:\\x[0-9a-f]{2})*)"', args).group(1))
                offset = int(args.rsplit(",", 1)[1])
                disk.write(names[number], offset, written[:result])
            elif call == "ftruncate":
                disk.truncate(names[number], int(args.rsplit(",", 1)[1]))
            elif call in ("fsync", "fdatasync"):
                disk.force(names[number])
    for mark in marks:
        yield mark[1], disk


def run(options):
    if not shutil.which("strace"):
        return figures("power", True, problem="strace-is-not-installed")
    acks = options.count or (12 if options.short else 120)
    draw = random.Random(options.seed)
    lost = broken = states = 0
    with Folder() as folder:
        data, trace = os.path.join(folder, "data"), os.path.join(folder, "trace")
        wrapper = os.path.join(folder, "traced")
        with open(wrapper, "w") as out:
            calls = "openat,close,pwrite64,ftruncate,fsync,fdatasync,unlink"
            out.write(f"#!/bin/sh\nexec strace -f -ttt -xx -s 1000000 -e trace={calls} -o {trace} {binary()} \"$@\"\n")
        os.chmod(wrapper, 0o755)
        os.environ["NINEFOLD"], real = wrapper, binary()
        try:
            server = Server(data)
        finally:
            os.environ["NINEFOLD"] = real
        client = Client(server.port)
        games, marks = {}, []
        while len(marks) < acks:
            if not games or draw.random() < 0.1:
                game = client.post("/api/games", {"game": draw.choice(["morris", "mnk:9,9,5"]), "seats": ["human", "human"]})[1]
            else:
                ident = draw.choice(sorted(games))
                what = draw.choices(["move", "undo"], [9, 1])[0]
                body = {"move": draw.choice(games[ident]["view"]["legal"])["text"]} if what == "move" else {}
                status, game = client.post(f"/api/games/{ident}/{what}", body)
                if status >= 300:
                    continue
            games[game["id"]] = game
            marks.append((time.time(), {ident: (known["version"], known["moves"]) for ident, known in games.items()}))
        client.close()
        children = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout.split()
        [os.kill(int(child), signal.SIGKILL) for child in children]
        server.process.wait()
        for number, (wanted, disk) in enumerate(replay(trace, data, marks), 1):
            for kind, files in disk.states(draw):
                states += 1
                with Folder() as cut:
                    for name, content in files.items():
                        with open(os.path.join(cut, name), "wb") as out:
                            out.write(content)
                    check = subprocess.run([real, "store", "check", "--data", cut, "--json"], capture_output=True, text=True)
                    exported = subprocess.run([real, "store", "export", "--data", cut], capture_output=True, text=True).stdout
                broken += check.returncode != 0
                rows = [json.loads(line)["row"] for line in exported.splitlines() if line.startswith('{"table":"game"')]
                found = {row["id"]: row["version"] for row in rows}
                lost += sum(found.get(ident, 0) < version for ident, (version, _) in wanted.items())
            note("cut", number=number, games=len(wanted), versions=sum(version for version, _ in wanted.values()), lost=lost, broken=broken)
    return figures("power", bool(lost or broken), seed=options.seed, acks=len(marks), crash_states=states, lost=lost, broken=broken)
