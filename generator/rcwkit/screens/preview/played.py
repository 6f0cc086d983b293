"""Games that several phones play on the companion's pages of a preview: the last state on which all of them agreed.

States are kept in memory alone, and by the phones: what is sent here is in no file, and gets no further than the pages
of the same preview.
"""

from __future__ import annotations

import json
import queue
import re
import secrets
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, NamedTuple

WAITING = 64
"""States a listener may fall behind before it is dropped."""
MOST = 8
"""Games that are kept; the one that was changed longest ago goes first."""
_NAME = re.compile(r"[a-z0-9]{8,40}")
_LISTS = ("steps", "undone")


class AgreedState(NamedTuple):
    """A state as JSON, which takes less memory than what it says, and a number that grows with each change."""

    number: int
    text: str


class Listeners(ABC):
    """Whoever listens to states; each hears every new one."""

    def __init__(self) -> None:
        self._telling = threading.Lock()
        self._listeners: list[queue.Queue[dict[str, Any]]] = []

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return the present state."""

    def listen(self) -> queue.Queue[dict[str, Any]]:
        """Return a queue that receives every new state."""
        heard: queue.Queue[dict[str, Any]] = queue.Queue(WAITING)
        with self._telling:
            self._listeners.append(heard)
        return heard

    def leave(self, heard: queue.Queue[dict[str, Any]]) -> None:
        """Stop listening."""
        with self._telling:
            self._listeners = [one for one in self._listeners if one is not heard]

    def _told(self, state: dict[str, Any]) -> None:
        """Tell a state to all; the caller holds the lock."""
        for heard in list(self._listeners):
            try:
                heard.put_nowait(state)
            except queue.Full:
                self._listeners.remove(heard)


class PlayedGames(Listeners):
    """The games by name, each with its state. Any thread may call."""

    def __init__(self) -> None:
        super().__init__()
        self._games: dict[str, AgreedState] = {}
        self._number, self._since = 0, secrets.token_hex(8)

    def state(self) -> dict[str, Any]:
        """Return the numbers of all states, and what tells this preview from an earlier one, whose pages go on here."""
        return {"since": self._since, "games": {name: state.number for name, state in [*self._games.items()]}}

    def read(self, name: str) -> AgreedState:
        """Return a game's state. Raises KeyError."""
        return self._games[name]

    def change(self, name: str, number: Any, state: Mapping[str, Any]) -> AgreedState | None:
        """Replace the state of a number, or begin a game: return the new state, or None if the present one is another.

        Raises ValueError for what is no game's name, number or state.
        """
        lists = [state.get(one) for one in _LISTS]
        whole = set(state) == {"facts", *_LISTS} and isinstance(state["facts"], dict)
        steps = all(isinstance(one, list) and all(isinstance(step, dict) for step in one) for one in lists)
        if not (_NAME.fullmatch(name) and type(number) is int and whole and steps):
            raise ValueError("the name, number and state of a game are needed here")
        text = json.dumps(state, ensure_ascii=False)
        with self._telling:
            if name in self._games and self._games[name].number != number:
                return None
            self._number += 1
            self._games.pop(name, None)
            self._games[name] = agreed = AgreedState(self._number, text)
            for old in [*self._games][:-MOST]:
                del self._games[old]
            self._told(self.state())
        return agreed
