"""The error tree. The doors translate a class into an exit code (CLI) or a status code (HTTP) here and nowhere else.

DigestError
├── InputError            the caller's words or file are wrong; says which and what to do       exit 2, 422
│   ├── SettingsError     a setting is unknown or has a bad value                                exit 2, 422
│   ├── ProfileError      a profile file is not valid; names the file and the line               exit 2, 422
│   ├── FilterError       a filter names an unknown field or a value of the wrong type           exit 2, 422
│   ├── ReadError         a file can't be read; names the file and the reason                    exit 2, 422
│   └── PayloadError      a payload breaks the rules of the vector store                         exit 2, 422
├── NotFoundError         the namespace, act or digest asked for does not exist                  exit 3, 404
├── ConflictError         the state forbids the operation (already exists, locked, wrong encoder) exit 4, 409
│   └── EncoderMismatch   the shard holds vectors of another encoder; names `reindex`            exit 4, 409
├── IntegrityError        stored data do not agree with each other                               exit 5, 500
└── StoreError            a store or service could not do its work now                           exit 6, 503
    ├── StoreBusy         another process holds the embedded store                               exit 6, 503
    ├── StoreTimeout      the deadline passed before the write became visible                    exit 6, 503
    └── ModelError        the language model failed or its reply was not usable                  exit 6, 503
"""

from __future__ import annotations


class DigestError(Exception):
    """Every error this package raises on purpose. The message is one sentence for the user."""

    exit_code = 1
    status_code = 500


class InputError(DigestError):
    """The caller's words or file are wrong."""

    exit_code = 2
    status_code = 422


class SettingsError(InputError):
    """A setting is unknown or has a bad value."""


class ProfileError(InputError):
    """A profile file is not valid."""


class FilterError(InputError):
    """A filter names an unknown field or carries a value of the wrong type."""


class ReadError(InputError):
    """A file can't be read."""

    def __init__(self, name: str, reason: str, message: str) -> None:
        """`reason` is a stable code (`empty`, `no_text`, `truncated_zip`…); `message` is the sentence shown."""
        super().__init__(f"{name}: {message}")
        self.name = name
        self.reason = reason
        self.message = message


class PayloadError(InputError):
    """A payload breaks the rules of the vector store: text, null, nested or unknown field."""


class NotFoundError(DigestError):
    """The namespace, act or digest asked for does not exist."""

    exit_code = 3
    status_code = 404


class ConflictError(DigestError):
    """The state forbids the operation."""

    exit_code = 4
    status_code = 409


class EncoderMismatch(ConflictError):
    """The stored vectors were made by another encoder."""


class IntegrityError(DigestError):
    """Stored data do not agree with each other."""

    exit_code = 5
    status_code = 500


class StoreError(DigestError):
    """A store or service could not do its work now; what was accepted is kept and completed later."""

    exit_code = 6
    status_code = 503


class StoreBusy(StoreError):
    """Another process holds the embedded store; it is released when idle."""


class StoreTimeout(StoreError):
    """The deadline passed before the write became visible."""


class ModelError(StoreError):
    """The language model failed, or its reply was not usable."""
