"""The API of Headrace, typed."""

from . import models
from .client import Headrace, LogLine
from .errors import ApiError, HeadraceError, Unreachable

__all__ = ["ApiError", "Headrace", "HeadraceError", "LogLine", "Unreachable", "models"]
