"""Runs over three workers and a JetStream server, each killed again and again: of a tournament what is kept in the end is byte for byte what one thread keeps, and
a board that is solved has its value. Needs nats-server and a ninefold with the feature cluster."""

import json
import os
import random
import shutil
import socket
import subprocess
import time

from common import Folder, binary, figures, note

WORKERS = 3
# A draw (it is contained in 8,8,5, solved by Hsu et al. 2020) that takes some seconds.
BOARD = "mnk:8,7,5"


def free_port():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def quiet(command):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed(draw, faults, folder, port, plan, there):
    """Has a plan done by workers, each of them, the coordinator and the server killed now and then; how often each was, and whether it came to its end."""
    counts = {"workers": 0, "coordinators": 0, "servers": 0}
    url = f"nats://127.0.0.1:{port}"
    nats = ["nats-server", "-js", "-sd", os.path.join(folder, "nats"), "-a", "127.0.0.1", "-p", str(port)]
    worker = lambda index: quiet([binary(), "worker", "--cluster", url, "-j", "1", "--data", os.path.join(folder, f"worker{index}")])
    coordinate = lambda: quiet([binary(), *plan, "--cluster", url, "--data", there])
    server = quiet(nats)
    time.sleep(0.5)
    workers, coordinator = [worker(index) for index in range(WORKERS)], coordinate()
    ended = False
    try:
        end = time.monotonic() + 180
        while time.monotonic() < end and not ended:
            time.sleep(draw.uniform(0.2, 1.0))
            code = coordinator.poll()
            if code == 0:
                ended = True
                continue
            if code is not None:
                coordinator = coordinate()
                continue
            if sum(counts.values()) >= faults:
                continue
            what = draw.choices(["workers", "coordinators", "servers"], [5, 3, 2])[0]
            counts[what] += 1
            if what == "workers":
                index = draw.randrange(WORKERS)
                workers[index].kill()
                workers[index].wait()
                workers[index] = worker(index)
            elif what == "coordinators":
                coordinator.kill()
                coordinator.wait()
                coordinator = coordinate()
            else:
                server.kill()
                server.wait()
                server = quiet(nats)
    finally:
        for process in [*workers, coordinator, server]:
            process.kill()
            process.wait()
    return counts, ended


def once(draw, faults):
    """One tournament; how many faults there were of each kind, and whether the result is another."""
    with Folder() as folder:
        plan = ["tournament", "mnk:5,5,4", "alphabeta:depth=3", "alphabeta:depth=2", "random", "--games", "60", "--seed", str(draw.randint(1, 999))]
        here, there = os.path.join(folder, "here"), os.path.join(folder, "there")
        subprocess.run([binary(), *plan, "-j", "1", "--data", here], check=True, stdout=subprocess.DEVNULL)
        counts, _ = killed(draw, faults, folder, free_port(), plan, there)
        export = lambda data: subprocess.run([binary(), "runs", "export", "1", "--data", data], capture_output=True).stdout
        return counts, export(here) != export(there) or not export(here)


def solved(draw, faults):
    """One board, a draw; how many faults there were of each kind, and whether its value is another or was not found."""
    with Folder() as folder:
        there = os.path.join(folder, "there")
        counts, ended = killed(draw, faults, folder, free_port(), ["solve", BOARD], there)
        # What is settled is kept, and needs no worker.
        told = subprocess.run([binary(), "solve", BOARD, "--local", "--time", "1s", "--json", "--data", there], capture_output=True, text=True).stdout
        return counts, not ended or not told or json.loads(told)["value"] != 0


def run(options):
    if not shutil.which("nats-server"):
        return figures("cluster", True, problem="nats-server-is-not-installed")
    told = subprocess.run([binary(), "cluster", "status", "--cluster", "nats://127.0.0.1:1"], capture_output=True, text=True).stderr
    if "--features cluster" in told:
        return figures("cluster", True, problem="ninefold-was-built-without-the-feature-cluster")
    draw = random.Random(options.seed)
    runs = options.count or (1 if options.short else 8)
    total, different = {}, 0
    for kind in (once, solved):
        for _ in range(runs):
            counts, differs = kind(draw, 3 if options.short else 6)
            different += differs
            note("run", kind=kind.__name__, killed=counts, different=differs)
            for what, count in counts.items():
                total[what] = total.get(what, 0) + count
    return figures("cluster", different > 0, seed=options.seed, runs=runs, boards=runs, **{f"{what}_killed": count for what, count in total.items()}, different=different)
