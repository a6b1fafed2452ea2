"""What the client raises."""

from __future__ import annotations

import json
import typing as t

if t.TYPE_CHECKING:
    from .models import Problem


class HeadraceError(Exception):
    """Every error of this client."""


class Unreachable(HeadraceError):
    """The server did not answer, however often it was asked, or something else answered in its place."""


class ApiError(HeadraceError):
    """An answer that is no success, with the problem document of the API where there is one."""

    status: int
    #: Finds the request in the logs of the server.
    request_id: str | None
    problem: Problem | None

    def __init__(self, method: str, url: str, status: int, request_id: str | None, body: bytes) -> None:
        self.status = status
        self.request_id = request_id
        found = _json_of(body)
        is_problem = "detail" in found and "violations" in found
        self.problem = t.cast("Problem", found) if is_problem else None
        detail = f"{method} {url} failed with {status}"
        violations: t.Sequence[str] = ()
        if self.problem is not None:
            detail, violations = self.problem["detail"], self.problem["violations"]
        elif "error_description" in found:
            detail = f"{detail}: {found['error_description']}"
        super().__init__("\n- ".join([detail, *violations]))


def is_away(error: HeadraceError) -> bool:
    """Whether the server did not answer, or a proxy or a server that restarts said that it will again."""
    return isinstance(error, Unreachable) or (isinstance(error, ApiError) and error.status in (502, 503, 504))


def _json_of(body: bytes) -> t.Mapping[str, t.Any]:
    """The members of a body; none when it is not a JSON object."""
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
