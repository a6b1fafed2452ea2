"""Single requests over the standard library, and when they are repeated."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import random
import ssl
import time
import typing as t
import urllib.error
import urllib.request

from .errors import Unreachable

MAX_ATTEMPTS = 5
FIRST_PAUSE_S = 0.25
MAX_PAUSE_S = 60.0
#: A request that is in progress is asked for this long; the server says so for five minutes.
MAX_PROGRESS_S = 360.0
#: What a proxy or a server that restarts answers.
PASSING = frozenset({429, 502, 503, 504})
#: Sent again they have the same effect; a POST has it too, by its Idempotency-Key.
REPEATABLE = frozenset({"GET", "HEAD", "PUT", "DELETE", "POST"})

#: What a connection that breaks raises, while it is made or while an answer is read.
BROKEN = (OSError, http.client.HTTPException)


class Answer(t.Protocol):
    """An answer whose body is still to be read."""

    headers: t.Any

    def read(self, amount: int = -1, /) -> bytes: ...

    def readline(self, limit: int = -1, /) -> bytes: ...

    def close(self) -> None: ...


class _Whole(io.BytesIO):
    """An answer whose body was read to its end."""

    def __init__(self, answer: Answer) -> None:
        with contextlib.closing(answer):
            super().__init__(answer.read())
        self.headers = answer.headers


class Request(t.NamedTuple):
    method: str
    url: str
    headers: t.Mapping[str, str]
    body: bytes | None = None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the token to wherever it leads."""

    def redirect_request(self, *_args: t.Any, **_more: t.Any) -> None:
        return None


class Sender:
    """Sends requests one by one, each over a connection of its own, through the proxies of the environment."""

    def __init__(self, timeout_s: float, context: ssl.SSLContext | None) -> None:
        self._timeout_s = timeout_s
        self._opener = urllib.request.build_opener(
            _NoRedirect(), urllib.request.HTTPSHandler(context=context or ssl.create_default_context())
        )

    def once(self, request: Request) -> tuple[int, Answer]:
        """Raises one of BROKEN when there is no answer."""
        made = urllib.request.Request(
            request.url, data=request.body, headers=dict(request.headers), method=request.method
        )
        try:
            answer = self._opener.open(made, timeout=self._timeout_s)
        except urllib.error.HTTPError as refusal:
            return refusal.code, refusal
        return answer.status, answer

    def repeatedly(self, request: Request, *, is_stream: bool = False) -> tuple[int, Answer]:
        """
        Repeats what failed on the way, also while the body was read unless it is a stream; while an earlier attempt is still
        in progress, its end is waited for. Raises Unreachable when there was no answer in the end.
        """
        progress_end = time.monotonic() + MAX_PROGRESS_S
        attempt = 0
        while True:
            attempt += 1
            may_repeat = attempt < MAX_ATTEMPTS
            try:
                status, answer = self.once(request)
                if not is_stream:
                    answer = _Whole(answer)
            except BROKEN as error:
                if not may_repeat or request.method not in REPEATABLE:
                    raise Unreachable(f"{request.url} does not answer: {error}") from error
                time.sleep(_pause_s(None, attempt))
                continue
            # A PATCH that was refused for its rate was not begun; after anything else nobody knows.
            is_safe = request.method in REPEATABLE or status == 429
            after = answer.headers.get("retry-after")
            is_in_progress = status == 409 and after is not None and "Idempotency-Key" in request.headers
            if is_in_progress and attempt > 1 and time.monotonic() < progress_end:
                attempt -= 1
            elif status not in PASSING or not is_safe or not may_repeat:
                return status, answer
            answer.close()
            time.sleep(_pause_s(after, attempt))


def json_of(url: str, body: bytes) -> t.Any:
    """The body of a success. Raises Unreachable for what is not JSON: it is from a proxy or a page for signing in."""
    try:
        return json.loads(body)
    except ValueError as error:
        raise Unreachable(f"{url} did not answer with JSON: {error}") from error


def _pause_s(after: str | None, attempt: int) -> float:
    """What the server asks for, or twice as long as the last time, give or take a half."""
    if after is not None and after.isdigit():
        return min(float(after), MAX_PAUSE_S)
    return float(FIRST_PAUSE_S * 2 ** (attempt - 1) * (0.5 + random.random()))
