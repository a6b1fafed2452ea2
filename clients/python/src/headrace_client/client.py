"""The client, with what every program would write around the operations."""

from __future__ import annotations

import json
import os
import ssl
import time
import typing as t
import urllib.parse

from .errors import HeadraceError, is_away
from .events import events_of
from .sending import BROKEN, Sender
from .operations import Operations
from .tokens import ClientCredentials, GivenToken, Tokens

if t.TYPE_CHECKING:
    from . import models

FIRST_POLL_S = 0.1
MAX_POLL_S = 2.0
RECONNECT_S = 1.0
#: A server that is away for longer than this is not waited for any more.
MAX_AWAY_S = 600.0
LIVE = frozenset({"QUEUED", "RUNNING", "CANCELLING"})
T = t.TypeVar("T")


class _LogText(t.TypedDict):
    text: str


class LogLine(_LogText, total=False):
    """A line of the log of an execution."""

    at: str
    component: str
    """The component that wrote it; absent for lines about the run itself."""


class Headrace(Operations):
    """
    A client of one installation, as one caller: with `token`, or with `client_id` and `client_secret`. Its methods are the
    operations of the API, and those below. It may be shared by threads. The API is below `base_path`: the path of the URL by
    default, or `/api` where that has none.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        base_path: str | None = None,
        timeout_s: float = 60.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{url!r} is not a URL such as https://data.example.com")
        origin = f"{parts.scheme}://{parts.netloc}"
        sender = Sender(timeout_s, ssl_context)
        tokens: Tokens
        if token is not None:
            tokens = GivenToken(token)
        elif client_id is not None and client_secret is not None:
            tokens = ClientCredentials(sender, origin, client_id, client_secret)
        else:
            raise ValueError("Give a token, or a client_id and a client_secret")
        if base_path is None:
            base_path = parts.path.rstrip("/") or "/api"
        super().__init__(sender, tokens, f"{origin}{base_path.rstrip('/')}")

    @classmethod
    def from_environment(cls, **options: t.Any) -> Headrace:
        """
        From HEADRACE_URL with HEADRACE_TOKEN, or with HEADRACE_CLIENT_ID and HEADRACE_CLIENT_SECRET. What `options` name
        comes before the environment.
        """
        env = os.environ
        found = {
            "url": env.get("HEADRACE_URL"),
            "token": env.get("HEADRACE_TOKEN"),
            "client_id": env.get("HEADRACE_CLIENT_ID"),
            "client_secret": env.get("HEADRACE_CLIENT_SECRET"),
        }
        if "client_id" in options or "client_secret" in options:
            del found["token"]  # a token that is there for something else
        options = {**found, **options}
        if not options["url"]:
            raise ValueError("HEADRACE_URL is not set, and no url is given")
        return cls(**options)

    def run_and_wait(
        self, project_id: str, run: models.NewExecution, *, timeout_s: float | None = None
    ) -> models.Execution:
        """
        Starts a pipeline and returns when it has ended, however it ended: look at `status`. Raises TimeoutError after
        `timeout_s`; the execution goes on. A server that is away meanwhile is waited for, up to ten minutes; so it is by
        `wait_for` and `follow_logs`.
        """
        deadline = None if timeout_s is None else time.monotonic() + timeout_s
        started = self.create_pipeline_execution(project_id, run)
        return self.wait_for(started["pipelineExecutionId"], deadline=deadline)

    def wait_for(self, execution_id: str, *, deadline: float | None = None) -> models.Execution:
        """Returns an execution when it has ended. Raises TimeoutError at `deadline`, a time of `time.monotonic()`."""
        pause = FIRST_POLL_S
        while True:
            execution = _patiently(lambda: self.get_pipeline_execution(execution_id), deadline)
            if execution["status"] not in LIVE:
                return execution
            if deadline is not None and time.monotonic() >= deadline:
                raise TimeoutError(f"Execution {execution_id} is still {execution['status']}")
            time.sleep(pause)
            pause = min(pause * 2, MAX_POLL_S)

    def follow_logs(self, execution_id: str) -> t.Iterator[LogLine]:
        """
        The lines of an execution's log as they are written, each once, until the execution ends. A stream that breaks
        is asked for again from its start, and the lines that were seen are left out.
        """
        path = "/v1/pipeline-executions/{pipelineExecutionId}/logs"
        places = {"pipelineExecutionId": execution_id}
        shown = 0
        while True:
            answer = _patiently(
                lambda: self.open(
                    "GET", path, places, query={"follow": True}, headers={"Accept": "text/event-stream"}
                )
            )
            seen = 0
            is_whole = False
            try:
                for event, data in events_of(answer):
                    if event == "end":
                        is_whole = True
                        continue
                    seen += 1
                    if seen <= shown:
                        continue
                    shown = seen
                    line: LogLine = json.loads(data)
                    yield line
            except BROKEN:
                is_whole = False
            finally:
                answer.close()
            if is_whole:
                execution = _patiently(lambda: self.get_pipeline_execution(execution_id))
                if execution["status"] not in LIVE:
                    return
            time.sleep(RECONNECT_S)


def _patiently(ask: t.Callable[[], T], deadline: float | None = None) -> T:
    """
    Asks again while the server is away: the execution continues meanwhile. Raises TimeoutError at `deadline`, a time of
    `time.monotonic()`.
    """
    end = time.monotonic() + MAX_AWAY_S
    while True:
        try:
            return ask()
        except HeadraceError as error:
            now = time.monotonic()
            if not is_away(error) or now >= end:
                raise
            if deadline is not None and now >= deadline:
                raise TimeoutError(str(error)) from error
        time.sleep(RECONNECT_S)
