"""Requests to the API: tokens, bodies, errors, pages."""

from __future__ import annotations

import json
import typing as t
import urllib.parse
import uuid

from .errors import ApiError, Unreachable
from .sending import BROKEN, Answer, Request, Sender, json_of
from .tokens import Tokens

PAGE_SIZE = 100
Values = t.Mapping[str, t.Any]
Files = t.Mapping[str, t.Union[bytes, str]]


class Transport:
    """What the generated operations are written upon."""

    def __init__(self, sender: Sender, tokens: Tokens, base_url: str) -> None:
        self._sender = sender
        self._tokens = tokens
        self._base_url = base_url

    def open(
        self,
        method: str,
        path: str,
        places: Values = {},
        query: Values = {},
        headers: Values = {},
        body: t.Any = None,
        files: Files | None = None,
    ) -> Answer:
        """The answer with its body unread. Raises ApiError unless it is a success."""
        return self._answer(method, path, places, query, headers, body, files, is_stream=True)

    def _answer(
        self,
        method: str,
        path: str,
        places: Values,
        query: Values = {},
        headers: Values = {},
        body: t.Any = None,
        files: Files | None = None,
        is_stream: bool = False,
    ) -> Answer:
        url = f"{self._base_url}{_filled(path, places)}{_query(query)}"
        sent = {"Accept": "application/json"}
        sent.update({name: _header(str(value)) for name, value in headers.items() if value is not None})
        # Every attempt has the same key: what is sent twice has its effect once.
        if method == "POST":
            sent.setdefault("Idempotency-Key", str(uuid.uuid4()))
        content: bytes | None = None
        if files is not None:
            content, sent["Content-Type"] = _multipart(files)
        elif body is not None:
            content, sent["Content-Type"] = json.dumps(body).encode(), "application/json"
        token = self._tokens.current()
        for is_last in (False, True):
            sent["Authorization"] = f"Bearer {token}"
            status, answer = self._sender.repeatedly(Request(method, url, sent, content), is_stream=is_stream)
            renewed = None if status != 401 or is_last else self._tokens.renewed(token)
            if renewed is None:
                break
            answer.close()
            token = renewed
        if 200 <= status < 300:
            return answer
        raise ApiError(method, url, status, answer.headers.get("x-request-id"), _read(url, answer))

    def _send(self, method: str, path: str, places: Values = {}, **more: t.Any) -> t.Any:
        """The body as JSON; None when there is none."""
        content = self._answer(method, path, places, **more).read()
        return None if content == b"" else json_of(path, content)

    def _text(self, method: str, path: str, places: Values = {}, **more: t.Any) -> str:
        return self._answer(method, path, places, **more).read().decode(errors="replace")

    def _items(
        self, path: str, places: Values, query: Values, by: str = "page", member: str = "results"
    ) -> t.Iterator[t.Any]:
        """
        The items of a list, page after page; a page is read when its first item is asked for. Lists continue by numbers of
        pages, by a `token`, or by the `index` of their next item.
        """
        seen = 0
        page = 0
        more: str | None = None
        while True:
            place: Values = {"page": page, "size": PAGE_SIZE}
            if by == "token":
                place = {"limit": PAGE_SIZE, "paginationToken": more}
            elif by == "index":
                place = {"startIndex": seen + 1, "count": PAGE_SIZE}
            answer = self._send("GET", path, places, query={**query, **place})
            found = answer[member]
            yield from found
            seen += len(found)
            page += 1
            more = answer.get("more")
            total = answer.get("totalResults" if by == "index" else "total")
            # A token may follow an empty page.
            if more is None if by == "token" else not found or seen >= total:
                return


def _read(url: str, answer: Answer) -> bytes:
    try:
        return answer.read()
    except BROKEN as error:
        raise Unreachable(f"{url}: the answer broke off: {error}") from error
    finally:
        answer.close()


def _header(text: str) -> str:
    """What a header cannot hold goes in the form of RFC 8187."""
    is_plain = text.isascii() and text.isprintable() and not text.lower().startswith("utf-8'")
    return text if is_plain else f"UTF-8''{urllib.parse.quote(text, safe='')}"


def _filled(path: str, places: Values) -> str:
    for name, value in places.items():
        text = str(value)
        if text in ("", ".", ".."):
            raise ValueError(f"{name} cannot be {text!r}")
        path = path.replace(f"{{{name}}}", urllib.parse.quote(text, safe=""))
    return path


def _query(query: Values) -> str:
    pairs = [(name, value) for name, value in query.items() if value is not None]
    flat = [
        (name, _word(one))
        for name, value in pairs
        for one in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return f"?{urllib.parse.urlencode(flat)}" if flat else ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _multipart(files: Files) -> tuple[bytes, str]:
    boundary = uuid.uuid4().hex
    parts: list[bytes] = []
    for path, content in files.items():
        name = path.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
        parts.append(f"{head}Content-Type: application/octet-stream\r\n\r\n".encode())
        parts.append(content.encode() if isinstance(content, str) else content)
        parts.append(b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"
