"""Tables of exact values: built by a process that is killed again and again, compared with the rules one step at a time, and never wrong after
damage: a changed byte is noticed."""

import json
import os
import random
import re
import shutil
import subprocess
import time

from common import Folder, binary, figures


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
        failed = verify.returncode != 0 or unseen or wrong
        return figures("tables", bool(failed), seed=options.seed, men=men, build_kills=kills, checks=count, verified=verify.returncode == 0,
                       damaged=damaged, damage_unseen=unseen, wrong_answers=wrong)
