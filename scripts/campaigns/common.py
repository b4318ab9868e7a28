"""What all campaigns share: a server as a process of its own, a client, figures."""

import hashlib
import http.client
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOG = None


def keep_log(path):
    """From now on every event goes to this file too, a line of JSON each; before them what runs and how."""
    global LOG
    LOG = open(path, "a", buffering=1)
    version = subprocess.run([binary(), "--version"], capture_output=True, text=True).stdout.strip()
    git = lambda *args: subprocess.run(["git", "-C", ROOT, *args], capture_output=True, text=True).stdout.strip()
    with open(binary(), "rb") as program:
        digest = hashlib.sha256(program.read()).hexdigest()
    note("begin", command=" ".join(["scripts/campaign", *sys.argv[1:]]), version=version, commit=git("rev-parse", "HEAD"), changed_since=bool(git("status", "--porcelain", "-uno")), program_sha256=digest, at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), processors=os.cpu_count())


def note(event, **values):
    """One event of a campaign: for the log, and for whoever watches."""
    if LOG:
        LOG.write(json.dumps({"event": event, **values}) + "\n")
    if sys.stderr.isatty():
        told = " ".join(f"{key}={value}" for key, value in values.items())
        print(f"\r\x1b[K{event} {told}"[:150], end="", file=sys.stderr, flush=True)


def binary():
    """The program under test: NINEFOLD, or what cargo built last."""
    given = os.environ.get("NINEFOLD")
    if given:
        return given
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    built = [os.path.join(target, profile, "ninefold") for profile in ("release", "debug")]
    built = [path for path in built if os.path.exists(path)]
    if not built:
        sys.exit("campaign: no ninefold was built: cargo build --release, or name one with NINEFOLD=PATH")
    return max(built, key=os.path.getmtime)


class Folder:
    """A folder of its own, removed at the end."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="campaign-")
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    """`ninefold serve` on a free port of loopback."""

    def __init__(self, data, files=None, memory=None, args=(), env=None):
        self.data, self.files, self.memory, self.args = data, files, memory, list(args)
        self.env = {**os.environ, "NINEFOLD_SMALL_TABLE": "0", **(env or {})}
        self.errors = tempfile.TemporaryFile()
        self.start()

    def start(self):
        def limits():
            if self.files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))
            if self.memory:
                resource.setrlimit(resource.RLIMIT_AS, (self.memory, self.memory))

        begun = time.monotonic()
        self.process = subprocess.Popen(
            [binary(), "serve", "--port", "0", "--data", self.data, "--json", *self.args],
            stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=limits, env=self.env)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("the server did not start: " + self.said())
        address = json.loads(line)["address"]
        self.port = int(re.search(r":(\d+)", address.split("//")[1]).group(1))
        self.token = address.partition("?token=")[2]
        self.started_in = time.monotonic() - begun

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
                return
        self.process.stdout.close()

    def said(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def panics(self):
        return self.said().count("panicked at")

    def waits(self):
        """How long each of its threads has waited for a processor so far, in seconds."""
        waits = {}
        for thread in os.listdir(f"/proc/{self.process.pid}/task"):
            try:
                with open(f"/proc/{self.process.pid}/task/{thread}/schedstat") as stat:
                    waits[thread] = int(stat.read().split()[1]) / 1e9
            except OSError:
                pass
        return waits

    def memory_used(self, what="VmRSS"):
        """Bytes in memory now, or at most so far (VmHWM)."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(rf"{what}:\s+(\d+)", status.read()).group(1)) * 1024

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Client:
    """One keep-alive connection; `secret`: a header that says who asks, a cookie or a token."""

    def __init__(self, port, timeout=60, cookie=None, secret=()):
        self.port, self.timeout, self.cookie = port, timeout, cookie
        self.secret = dict(secret)
        self.connection = None

    def ask(self, method, path, body=None):
        """The status and the answer; an OSError or HTTPException when the server has gone."""
        headers = {"Host": f"127.0.0.1:{self.port}", **self.secret}
        if self.cookie:
            headers["Cookie"] = f"ninefold_visitor={self.cookie}"
        data = None if body is None else json.dumps(body)
        for attempt in (0, 1):
            fresh = self.connection is None
            if fresh:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.timeout)
            try:
                self.connection.request(method, path, data, headers)
                answer = self.connection.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException):
                self.close()
                # A connection that idled may have been closed; a GET can simply be asked again.
                if fresh or attempt or method != "GET":
                    raise
        try:
            return answer.status, json.loads(text) if text else None
        except ValueError:
            return answer.status, text.decode(errors="replace")

    def get(self, path):
        return self.ask("GET", path)

    def post(self, path, body):
        return self.ask("POST", path, body)

    def close(self):
        if self.connection is not None:
            self.connection.close()
        self.connection = None


def stream(port, path, cookie=None):
    """Opens a live stream: its socket file, and the status."""
    import socket
    sock = socket.create_connection(("127.0.0.1", port), timeout=60)
    extra = f"Cookie: ninefold_visitor={cookie}\r\n" if cookie else ""
    sock.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{extra}\r\n".encode())
    reader = sock.makefile("rb")
    line = reader.readline().split()
    status = int(line[1]) if len(line) > 1 else 0
    while reader.readline().strip():
        pass
    return sock, reader, status


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else float("nan")


def milliseconds(values):
    """p50, p99 and the largest, in milliseconds."""
    return "/".join(f"{1000 * value:.0f}" for value in (percentile(values, .5), percentile(values, .99), max(values, default=0)))


def figures(name, failed, **values):
    """One line of figures; the exit code says whether it held."""
    note(name, failed=failed, load=f"{os.getloadavg()[0]:.1f}", at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), **values)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    told = " ".join(f"{key}={value}" for key, value in values.items())
    print(f"{name}: {'FAILED' if failed else 'ok'} {told}", flush=True)
    return 1 if failed else 0
