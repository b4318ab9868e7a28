"""A bot that plays on a Ninefold elsewhere: it asks and is never asked, so it works from behind any network."""

from __future__ import annotations

import http.client
import json
import os
import pathlib
import sys
import time
import traceback
import urllib.error
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from ._ninefold import State, data_folder, load_game
from .players import Choose, Player, player

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

#: How often a request is tried again while the server cannot be reached, each time after twice the pause.
_TRIES = 6
_FIRST_PAUSE = 0.25
#: Answers after which it is worth asking again: too many at once, or something between here and the server.
_BUSY = (408, 429, 502, 503, 504)
#: A silent server shows that it lives every ten seconds.
_SILENCE = 30


class Refused(RuntimeError):
    """The server does not want what was asked of it; the message says why."""


class _Server:
    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.token: Optional[str] = None

    def _request(self, path: str, body: Optional[Dict[str, Any]] = None) -> Any:
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = "Bearer " + self.token
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers), timeout=_SILENCE)

    def is_refused(self) -> bool:
        """Whether the token opens nothing any more, since the bot was removed or has another one. A server that is away says neither."""
        try:
            self._request("/api/bot").close()
        except urllib.error.HTTPError as refused:
            return refused.code in (401, 403)
        except (OSError, http.client.HTTPException):
            pass
        return False

    def post(self, path: str, body: Dict[str, Any]) -> Dict[str, Any]:
        trouble: Exception = RuntimeError("nothing was tried")
        for attempt in range(_TRIES):
            try:
                with self._request(path, body) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as refused:
                if refused.code not in _BUSY:
                    raise Refused(_sentence(refused)) from None
                trouble = Refused(_sentence(refused))
            except (OSError, http.client.HTTPException, ValueError) as error:
                # The server may be starting again.
                trouble = error
            time.sleep(_FIRST_PAUSE * 2**attempt)
        raise ConnectionError(f"{self.url} cannot be reached: {trouble}") from None

    def lines(self) -> Iterator[Dict[str, Any]]:
        """What the server tells, for ever: it is asked again when the connection breaks off."""
        while True:
            try:
                with self._request("/api/bot/stream") as stream:
                    for line in stream:
                        yield json.loads(line)
            except urllib.error.HTTPError as refused:
                if refused.code in (401, 403):
                    raise Refused("the token opens nothing there any more") from None
            except (OSError, http.client.HTTPException, ValueError):
                pass
            time.sleep(1)


def _sentence(refused: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(refused)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the server answered {refused.code}"


class _Tokens:
    """The tokens of bots that take part in leagues, so that the next start goes on as the same bot."""

    def __init__(self) -> None:
        self.file = pathlib.Path(data_folder()) / "bots.json"

    def read(self) -> Dict[str, str]:
        """All tokens, none where there is no file. One that cannot be read stays as it is: its tokens may be all that is left of other bots."""
        try:
            return dict(json.loads(self.file.read_text()))
        except FileNotFoundError:
            return {}
        except ValueError:
            raise ValueError(f"{self.file} is damaged: mend it, or move it away to join anew") from None

    def keep(self, key: str, token: Optional[str]) -> None:
        """Keeps a token; none is forgotten."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        # Several bots may be started at once; `ninefold bot connect` waits for the same lock.
        with self.file.with_suffix(".lock").open("a") as lock:
            if sys.platform == "win32":
                msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
            else:
                fcntl.flock(lock, fcntl.LOCK_EX)
            beside = self.file.with_suffix(".new")
            beside.unlink(missing_ok=True)
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as written:
                tokens = self.read()
                tokens.pop(key, None)
                if token:
                    tokens[key] = token
                json.dump(tokens, written)
            beside.replace(self.file)


def join(
    code: str,
    choose: Union[str, Choose, Player],
    *,
    server: Optional[str] = None,
    name: Optional[str] = None,
    games: Optional[int] = None,
    token: Optional[str] = None,
    watch: Optional[Callable[[Dict[str, Any]], None]] = None,
) -> List[Dict[str, Any]]:
    """Takes the open seat of a game on a Ninefold elsewhere, and plays it and every game that follows.

    ``code`` is an invitation's link, or its end together with the ``server``'s address. ``choose`` gets a
    :class:`~ninefold.State` and gives an action's number or a move's text; a player's specification or a
    :class:`~ninefold.Player` will do. In a league the same ``name`` goes on as the same bot when it is started again: its token is
    kept in the data folder, or given as ``token``. An exception in it is shown on the game's page and loses the game; it is printed here, too. After so
    many ``games`` it returns what came of each; without a number it plays until it is interrupted.

    >>> import ninefold as nf
    >>> nf.join("http://192.168.1.7:9369/join/CODE", lambda state: state.legal_actions()[0])   # doctest: +SKIP
    """
    url, code = _address(code, server)
    who = player(choose)
    connection, tokens = _Server(url), _Tokens()
    name = name or who.name
    key = " ".join((connection.url, code, name))
    connection.token = token or tokens.read().get(key)
    if connection.token and not token and connection.is_refused():
        # The bot was removed, say: it comes back as another one, if the code still opens.
        tokens.keep(key, None)
        connection.token = None
    if connection.token is None:
        joined = connection.post("/api/bot/join", {"code": code, "name": name})
        connection.token = joined["token"]
        if joined.get("page"):
            tokens.keep(key, joined["token"])
    begun: Dict[str, Dict[str, Any]] = {}
    over: List[Dict[str, Any]] = []
    for told in connection.lines():
        if watch is not None:
            watch(told)
        if told["type"] == "game_start":
            begun[told["game"]] = told
        elif told["type"] == "turn":
            _turn(connection, who, begun.get(told["game"]), told)
        elif told["type"] == "game_over":
            over.append(told)
            if games is not None and len(over) >= games:
                return over
        elif told["type"] == "message":
            print(f"{told['game']}: {told['text']}", file=sys.stderr)
    return over


def _turn(connection: _Server, who: Player, begun: Optional[Dict[str, Any]], told: Dict[str, Any]) -> None:
    address = "/api/bot/games/" + told["game"]
    try:
        try:
            if begun is None:
                raise RuntimeError("a turn of a game came before the game")
            state = _state(begun, told)
            move = state.action_to_string(who.choose(state))
        except Exception:
            said = traceback.format_exc()
            print(said, file=sys.stderr)
            connection.post(address + "/error", {"text": said})
            connection.post(address + "/resign", {})
        else:
            connection.post(address + "/move", {"move": move, "version": told["version"]})
    except Refused as refused:
        # A move was taken back meanwhile, or the game has ended: the next line tells.
        print(f"{told['game']}: {refused}", file=sys.stderr)


def _state(begun: Dict[str, Any], told: Dict[str, Any]) -> State:
    game = load_game(begun["spec"])
    return game.new_initial_state(begun["start"], moves=told["moves"], seed=begun["seed"])


def _address(code: str, server: Optional[str]) -> "tuple[str, str]":
    """The server and the code of an invitation's link."""
    if server is not None:
        return server, code.rstrip("/").rsplit("/", 1)[-1]
    scheme, found, rest = code.partition("://")
    if not found or "/" not in rest.rstrip("/"):
        raise ValueError(f'code is "{code}", wanted an invitation\'s link, or its end and the server\'s address')
    host, _, path = rest.partition("/")
    return f"{scheme}://{host}", path.rstrip("/").rsplit("/", 1)[-1]
