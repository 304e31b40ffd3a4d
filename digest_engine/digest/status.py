"""Is a stored digest still true? Its window's acts are hashed again and compared."""

from __future__ import annotations

from digest_engine.catalog.acts import window_hashes
from digest_engine.catalog.database import Database
from digest_engine.catalog.digests import DigestRecord
from digest_engine.digest.fingerprint import COMPOSER, Staleness, compare
from digest_engine.profiles import Profile
from digest_engine.types import Period


def staleness(record: DigestRecord, database: Database, profile: Profile) -> Staleness:
    """What changed since `record` was made; false where nothing did."""
    key = record.key
    current = window_hashes(database, key.namespace, Period(key.start, key.end), key.date_field)
    return compare(
        record.source_hashes, current, same_setup=record.setup == setup_mark(profile, record.writer) and record.writer == COMPOSER
    )


def setup_mark(profile: Profile, writer: str) -> str:
    """What shapes a digest beside its acts: the profile's content and the writer."""
    return f"{profile.name}:{profile.fingerprint}:{writer}"
