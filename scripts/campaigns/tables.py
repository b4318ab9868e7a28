"""Exact values: tables built by a process that is killed again and again, compared with the rules one step at a time, and never wrong after
damage: a changed byte is noticed. Proofs, checked line by line. And both, with the solvers of the other games, against plain search to the end."""

import json
import os
import random
import subprocess
import time

from common import ROOT, Folder, binary, figures, note

# What the checker in Python is asked about as well; the second of them only in full. What is proved, and how long that takes at most a few seconds each.
BY_TWO = ["mnk:7,7,5", "mnk:8,7,5"]
PROVED = ["mnk:3,3,3", "mnk:4,3,3", "mnk:4,4,4", "mnk:5,4,4", "mnk:5,5,4", "mnk:6,5,4"]


def proofs(specs):
    """How many lines were checked, and how many proofs do not hold."""
    lines = wrong = 0
    with Folder() as folder:
        for number, spec in enumerate(specs):
            file = os.path.join(folder, f"{number}.proof")
            made = subprocess.run([binary(), "solve", spec, "--proof", file, "--json"], capture_output=True, text=True)
            checked = subprocess.run([binary(), "proof", "check", file, "--json"], capture_output=True, text=True)
            solved = subprocess.run([binary(), "solve", spec, "--json"], capture_output=True, text=True)
            held = made.returncode == checked.returncode == solved.returncode == 0 and json.loads(checked.stdout)["value"] == json.loads(solved.stdout)["value"]
            lines, wrong = lines + (json.loads(made.stdout)["lines"] if held else 0), wrong + (not held)
            note("proof", spec=spec, held=held, lines=lines)
    return lines, wrong


def by_two(specs):
    """How many proofs of draws the program and the checker in Python do not both accept, or do not both refuse once a line is missing."""
    wrong = 0
    with Folder() as folder:
        for number, spec in enumerate(specs):
            file, forged = os.path.join(folder, f"{number}.proof"), os.path.join(folder, f"{number}.forged")
            subprocess.run([binary(), "solve", spec, "--proof", file], capture_output=True)
            lines = open(file).read().splitlines()
            del lines[len(lines) // 2]
            with open(forged, "w") as out:
                out.write("\n".join(lines) + "\n")
            python = lambda path: subprocess.run(["python3", os.path.join(ROOT, "examples", "check_mnk_proof.py"), path], capture_output=True).returncode
            ours = lambda path: subprocess.run([binary(), "proof", "check", path], capture_output=True).returncode
            said = [ours(file), python(file), ours(forged), python(forged)]
            wrong += said != [0, 0, 1, 1]
            note("two", spec=spec, said=said, lines=len(lines) + 1)
    return wrong


def plain(seed, count, data):
    """Positions against plain search to the end, by the program `exact_values`, which stands beside the tests."""
    program = os.environ.get("EXACT_VALUES")
    command = [program] if program else ["cargo", "run", "--quiet", "--release", "--locked", "-p", "ninefold-solve", "--example", "exact_values", "--"]
    done = subprocess.run([*command, str(seed), str(count), data], cwd=ROOT, capture_output=True, text=True)
    print(done.stdout, end="", flush=True)
    note("plain", said=done.stdout[-2000:], code=done.returncode)
    if done.returncode not in (0, 1):
        print(done.stderr[-2000:])
    return done.returncode


def run(options):
    men = 3 if options.short else 5
    count = options.count or (20_000 if options.short else 10_000_000)
    draw = random.Random(options.seed)
    with Folder() as data:
        build = [binary(), "tables", "build", "morris", "--men", str(men), "--distance", "--data", data]
        kills = 0
        while True:
            process = subprocess.Popen(build, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if kills < 5:
                time.sleep(draw.uniform(0.05, 0.5 * men))
                if process.poll() is None:
                    process.kill()
                    kills += 1
            process.wait()
            if process.returncode == 0:
                break
        verify = subprocess.run([binary(), "tables", "verify", "morris", "--sample", str(count), "--seed", str(options.seed), "--data", data, "--json"],
                                capture_output=True, text=True)
        checked = json.loads(verify.stdout) if verify.stdout else {}
        note("verified", **{key: checked.get(key) for key in ("ok", "men", "positions", "problems", "seconds")})
        lines, unproved = proofs(PROVED[:3] if options.short else PROVED)
        disputed = by_two(BY_TWO[:1] if options.short else BY_TWO)
        searched = plain(options.seed, 300 if options.short else 10_000, data)
        # Damage: whatever byte is changed, verifying says so, and no answer is another one.
        folder = os.path.join(data, "tables", "morris", f"{men}-men")
        files = sorted(name for name in os.listdir(folder) if name.endswith(".table"))
        position = "w.w/.../.../...b.b/..w/.../..b w 0,0"
        ask = [binary(), "tables", "probe", "morris:draws=off", "--position", position, "--data", data, "--json"]
        right = json.loads(subprocess.run(ask, capture_output=True, text=True).stdout)
        damaged, unseen, wrong = 8 if options.short else 60, 0, 0
        for _ in range(damaged):
            name = os.path.join(folder, draw.choice(files))
            whole = open(name, "rb").read()
            where = draw.randrange(len(whole))
            with open(name, "wb") as out:
                out.write(whole[:where] + bytes([whole[where] ^ (1 << draw.randrange(8))]) + whole[where + 1:])
            seen = subprocess.run([binary(), "tables", "verify", "morris", "--sample", "10", "--data", data], capture_output=True)
            unseen += seen.returncode == 0
            answer = subprocess.run(ask, capture_output=True, text=True).stdout
            if answer:
                answer = json.loads(answer)
                wrong += any(key in answer and answer[key] != right[key] for key in ("value", "plies") if key in right)
            with open(name, "wb") as out:
                out.write(whole)
        failed = verify.returncode != 0 or unseen or wrong or unproved or disputed or searched
        return figures("tables", bool(failed), seed=options.seed, men=men, build_kills=kills, checks=count, verified=verify.returncode == 0, proof_lines=lines, proofs_wrong=unproved, proofs_disputed=disputed,
                       damaged=damaged, damage_unseen=unseen, wrong_answers=wrong)
