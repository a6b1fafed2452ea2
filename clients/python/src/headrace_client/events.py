"""Server-sent events (WHATWG HTML)."""

from __future__ import annotations

import typing as t

from .sending import Answer


def events_of(answer: Answer) -> t.Iterator[tuple[str, str]]:
    """Name and data of each event of a body: comments are passed over, an unfinished one is lost."""
    event, data = "message", list[str]()
    for line in _lines_of(answer):
        if line == "":
            if data:
                yield event, "\n".join(data)
            event, data = "message", []
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif line.startswith("event:"):
            event = line[6:].strip()


def _lines_of(answer: Answer) -> t.Iterator[str]:
    while raw := answer.readline():
        # A stream may break off within a character.
        yield raw.decode(errors="replace").rstrip("\r\n")
