"""How the client proves who it is."""

from __future__ import annotations

import base64
import threading
import time
import typing as t
import urllib.parse

from .errors import ApiError
from .sending import Request, Sender, json_of

#: A token this near to its end is not used any more.
MARGIN_S = 30.0


class Tokens(t.Protocol):
    def current(self) -> str: ...

    def renewed(self, refused: str) -> str | None:
        """A new token, because the server refused that one; None where there is only the one."""
        ...


class GivenToken:
    """A token that the program has, such as a personal access token."""

    def __init__(self, token: str) -> None:
        self._token = token

    def current(self) -> str:
        return self._token

    def renewed(self, refused: str) -> str | None:
        return None


class ClientCredentials:
    """Tokens by client credentials (RFC 6749, section 4.4), kept until shortly before they expire."""

    def __init__(self, sender: Sender, origin: str, client_id: str, client_secret: str) -> None:
        self._sender = sender
        self._url = f"{origin}/oauth/token"
        pair = ":".join(urllib.parse.quote(part, safe="") for part in (client_id, client_secret))
        self._basic = f"Basic {base64.b64encode(pair.encode()).decode()}"
        # A signal may interrupt the fetching, and its handler send requests from the same thread.
        self._lock = threading.RLock()
        self._token = ""
        self._until = 0.0

    def current(self) -> str:
        with self._lock:
            return self._token if time.monotonic() < self._until else self._fetched()

    def renewed(self, refused: str) -> str | None:
        with self._lock:
            # Another thread may have renewed it meanwhile.
            return self._fetched() if self._token == refused else self._token

    def _fetched(self) -> str:
        headers = {"Authorization": self._basic, "Content-Type": "application/x-www-form-urlencoded"}
        request = Request("POST", self._url, headers, b"grant_type=client_credentials")
        asked = time.monotonic()
        status, answer = self._sender.repeatedly(request)
        with_body = answer.read()
        if status != 200:
            raise ApiError("POST", self._url, status, answer.headers.get("x-request-id"), with_body)
        given = json_of(self._url, with_body)
        self._token = str(given["access_token"])
        self._until = asked + float(given["expires_in"]) - MARGIN_S
        return self._token
