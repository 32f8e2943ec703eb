from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

from .response import Response

Read = Callable[[Any], Any]


def each(read: Read) -> Read:
    """Reads the items of a list; anything that is not a list stays as it is."""
    return lambda value: [read(item) for item in value] if isinstance(value, list) else value


def entries(read: Read) -> Read:
    """Reads the values of an object; anything that is not an object stays as it is."""
    return lambda value: {key: read(item) for key, item in value.items()} if isinstance(value, dict) else value


class Model:
    """
    A record that the server answered.

    Nothing is validated: a field that is absent is None, and a value of another type than documented stays as it
    came. `raw` has the whole JSON object, with fields that this version of the library does not know.
    """

    __slots__ = ("raw", "_response")

    raw: dict[str, Any]
    _response: Response | None

    _own_readers: ClassVar[Mapping[str, Read]] = {}
    _own_names: ClassVar[Mapping[str, str]] = {}
    _own_secrets: ClassVar[frozenset[str]] = frozenset()
    _fields: ClassVar[dict[str, tuple[str, Read | None]]] = {}
    """By attribute: the name in JSON, and what reads it."""
    _secrets: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        slots: tuple[str, ...] = cls.__dict__.get("__slots__", ())
        names: Mapping[str, str] = cls.__dict__.get("_own_names", {})
        readers: Mapping[str, Read] = cls.__dict__.get("_own_readers", {})
        own = {slot: (names.get(slot, slot), readers.get(slot)) for slot in slots}
        cls._fields = {**cls._fields, **own}
        cls._secrets = cls._secrets | cls.__dict__.get("_own_secrets", frozenset())

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """Reads a JSON object; anything that is not an object stays as it is."""
        if not isinstance(value, dict):
            return value  # type: ignore[no-any-return]
        model = cls.__new__(cls)
        model.raw = value
        model._response = None
        for attribute, (name, read) in cls._fields.items():
            found = value.get(name)
            setattr(model, attribute, found if read is None or found is None else read(found))
        return model

    @property
    def http_response(self) -> Response:
        """
        The answer that this record was: its status and its headers, such as `etag`.

        Raises:
            AttributeError: This record is a part of another one.
        """
        if self._response is None:
            raise AttributeError(f"this {type(self).__name__} is a part of another record")
        return self._response

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Model) and other.raw == self.raw

    def __repr__(self) -> str:
        shown = (
            f"{attribute}={'***' if attribute in self._secrets else getattr(self, attribute)!r}"
            for attribute, (name, _) in self._fields.items()
            if name in self.raw
        )
        return f"{type(self).__name__}({', '.join(shown)})"
