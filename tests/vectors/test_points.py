"""Screening, unit length, ids and names."""

from __future__ import annotations

import math
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest_engine.errors import EncoderMismatch, PayloadError
from digest_engine.types import EncoderIdentity, SparseVector
from digest_engine.vectors.points import POINT_IDS, point_id, prepared, screen, shown_url, space_name, unit, without_secret
from tests.contracts.vector_store import EAST, IDENTITY, OTHER, TWIN, point


@given(namespace=st.text(max_size=20), chunk_id=st.text(max_size=40))
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
def test_a_point_id_is_a_uuid5_of_namespace_and_chunk(namespace: str, chunk_id: str) -> None:
    assert point_id(namespace, chunk_id) == str(uuid.uuid5(POINT_IDS, f"{len(namespace)}:{namespace}{chunk_id}"))


def test_point_ids_keep_namespace_and_chunk_apart() -> None:
    pairs = [("a", "bc"), ("ab", "c"), ("1:a", "b"), ("1", ":ab"), ("", "abc"), ("à", "c"), ("a\u0300", "c")]
    assert len({point_id(*pair) for pair in pairs}) == len(pairs)


def test_a_vector_of_length_one_is_left_as_it_is() -> None:
    vector = (0.6, 0.8, 0.0, 1e-7)
    assert unit(vector, dimension=4) is vector


def test_any_other_vector_is_brought_to_length_one() -> None:
    assert unit((3.0, 4.0), dimension=2) == pytest.approx((0.6, 0.8))


@pytest.mark.parametrize("vector", [(0.0, 0.0), (math.nan, 1.0), (math.inf, 1.0)])
def test_a_vector_that_points_nowhere_is_refused(vector: tuple[float, ...]) -> None:
    with pytest.raises(PayloadError, match="points nowhere"):
        unit(vector, dimension=2)


@pytest.mark.parametrize(
    "sparse",
    [
        SparseVector((1, 1), (1.0, 2.0)), SparseVector((1,), (1.0, 2.0)), SparseVector((-1,), (1.0,)), SparseVector((2**32 - 2,), (1.0,)),
        SparseVector((1,), (math.nan,)),
    ],
    ids=repr,
)  # fmt: skip
def test_a_malformed_sparse_vector_is_refused(sparse: SparseVector) -> None:
    with pytest.raises(PayloadError, match="sparse vector of 'c1'"):
        prepared([point("c1", sparse=sparse)], identity=IDENTITY)


def test_screening_gives_each_rejected_point_its_reason() -> None:
    screened = screen([point("c1"), point("c2", (1.0,)), point("c3", text="x")], identity=IDENTITY)
    assert [found.chunk_id for found in screened.valid] == ["c1"]
    assert [(found.chunk_id, word) for found, word in zip(screened.rejected, ("reindex", "text"), strict=True) if word in found.reason] == [
        ("c2", "reindex"),
        ("c3", "text"),
    ]


def test_the_first_bad_point_stops_an_upsert() -> None:
    with pytest.raises(EncoderMismatch, match="'c2' has 1 dimensions, the store 4"):
        prepared([point("c1"), point("c2", (1.0,))], identity=IDENTITY)


def test_the_later_of_two_points_with_one_id_stays() -> None:
    (kept,) = prepared([point("c1", EAST, page=1), point("c1", EAST, page=2)], identity=IDENTITY).values()
    assert kept.payload["page"] == 2


def test_encoders_that_share_a_readable_name_have_different_spaces() -> None:
    names = [("m.x", 4), ("m-x", 4), ("M-X", 4), ("m-x", 5), ("m" * 60, 4), ("m" * 61, 4), ("è", 4), ("é", 4)]
    identities = [IDENTITY, TWIN, OTHER, *(EncoderIdentity(model=model, dimension=dimension) for model, dimension in names)]
    spaces = [space_name(identity) for identity in identities]
    assert len(set(spaces)) == len(spaces)
    assert all(name.isascii() and name == name.lower() and len(name) <= 45 for name in spaces)


def test_a_key_is_starred_out_of_a_message() -> None:
    assert without_secret("401 for key abc", "abc") == "401 for key ***"
    assert without_secret("no key", "") == "no key"


def test_user_and_password_are_left_out_of_an_address() -> None:
    assert shown_url("https://user:word@host:19530/db") == "https://host:19530/db"
    assert shown_url("/data/milvus.db") == "/data/milvus.db"
