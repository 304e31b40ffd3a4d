"""Signed envelopes, made by OpenSSL: whatever their encoding, the text is that of their content."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from asn1crypto import cms, tsp

from digest_engine.ingest.readers import read
from digest_engine.types import ReadDocument
from tests.ingest.readers.reader_samples import pdf, zipped

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="needs the openssl command to sign")

ACT = pdf("DETERMINA n. 12 del 3 marzo 2026")
Sign = Callable[..., bytes]


@pytest.fixture(scope="module")
def sign(tmp_path_factory: pytest.TempPathFactory) -> Sign:
    """Sign bytes with a throw-away key: `sign(content, *options of openssl cms, signers=("ROSSI MARIO",))`."""
    folder = tmp_path_factory.mktemp("keys")
    for name in ("ROSSI MARIO", "BIANCHI ANNA"):
        files = ("-keyout", str(folder / f"{name}.key"), "-out", str(folder / f"{name}.pem"))
        kind = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "9")
        _openssl("req", "-x509", *kind, "-subj", f"/C=IT/CN={name}", *files)

    def signed(content: bytes, *options: str, signers: tuple[str, ...] = ("ROSSI MARIO",)) -> bytes:
        who = [part for name in signers for part in ("-signer", str(folder / f"{name}.pem"), "-inkey", str(folder / f"{name}.key"))]
        source = folder / "content"
        source.write_bytes(content)
        form = () if "-outform" in options else ("-outform", "DER")
        return _openssl("cms", "-sign", "-binary", "-in", str(source), *who, *form, *options)

    return signed


def _openssl(*arguments: str) -> bytes:
    return subprocess.run(["openssl", *arguments], capture_output=True, check=True).stdout


def only(data: bytes, name: str = "atto.pdf.p7m") -> ReadDocument:
    (document,) = read(data, name).documents
    return document


PLAIN = read(ACT, "atto.pdf").documents[0]


@pytest.mark.parametrize("options", [(), ("-stream",), ("-outform", "PEM"), ("-keyid",), ("-noattr",), ("-nocerts",)])
def test_every_encoding_gives_the_text_of_the_content(sign: Sign, options: tuple[str, ...]) -> None:
    assert only(sign(ACT, "-nodetach", *options)).pages == PLAIN.pages


@pytest.mark.parametrize("encode", [base64.b64encode, base64.encodebytes, lambda der: base64.encodebytes(der).replace(b"\n", b"\r\n")])
def test_base64_is_opened(sign: Sign, encode: Callable[[bytes], bytes]) -> None:
    assert only(encode(sign(ACT, "-nodetach"))).pages == PLAIN.pages


def test_the_document_is_the_content_and_its_hash(sign: Sign) -> None:
    document = only(sign(ACT, "-nodetach"))
    assert (document.sha256, document.media_type) == (PLAIN.sha256, "application/pdf")


def test_signer_time_and_hashes_are_kept(sign: Sign) -> None:
    envelope = sign(ACT, "-nodetach")
    (signature,) = only(envelope).signatures
    assert signature.signer == "ROSSI MARIO"
    assert signature.signed_at is not None
    assert signature.signed_at.utcoffset() is not None
    assert signature.envelope_sha256 == hashlib.sha256(envelope).hexdigest()
    assert signature.content_sha256 == hashlib.sha256(ACT).hexdigest()


def test_it_is_said_that_the_signature_is_not_verified(sign: Sign) -> None:
    assert only(sign(ACT, "-nodetach")).warnings == ("firma non verificata",)


def test_a_signature_without_attributes_has_no_time(sign: Sign) -> None:
    assert only(sign(ACT, "-nodetach", "-noattr")).signatures[0].signed_at is None


def test_a_signature_without_certificate_names_its_serial_number(sign: Sign) -> None:
    assert only(sign(ACT, "-nodetach", "-nocerts")).signatures[0].signer.startswith("certificato n. ")


def test_a_certificate_that_is_not_well_made_takes_nothing_from_the_document(sign: Sign) -> None:
    envelope = sign(ACT, "-nodetach").replace(b"ROSSI MARIO", b"ROSSI \xff\xfeRIO")
    document = only(envelope)
    assert document.pages == PLAIN.pages
    assert document.signatures[0].signer == "firmatario sconosciuto"


def test_two_signers_of_one_envelope_are_both_kept(sign: Sign) -> None:
    document = only(sign(ACT, "-nodetach", signers=("ROSSI MARIO", "BIANCHI ANNA")))
    assert {signature.signer for signature in document.signatures} == {"ROSSI MARIO", "BIANCHI ANNA"}


def test_an_envelope_in_an_envelope_gives_both_layers_from_outside_in(sign: Sign) -> None:
    inner = sign(ACT, "-nodetach", signers=("BIANCHI ANNA",))
    document = only(sign(inner, "-nodetach"), "atto.pdf.p7m.p7m")
    assert document.pages == PLAIN.pages
    assert [signature.signer for signature in document.signatures] == ["ROSSI MARIO", "BIANCHI ANNA"]
    assert document.signatures[0].content_sha256 == document.signatures[1].envelope_sha256
    assert document.warnings == ("firma non verificata",)


def test_an_envelope_called_pdf_is_opened_with_a_warning(sign: Sign) -> None:
    assert only(sign(ACT, "-nodetach"), "atto.pdf").warnings == ("estensione .pdf ma contenuto p7m", "firma non verificata")


def test_a_pdf_called_p7m_is_read_with_a_warning() -> None:
    assert only(ACT).warnings == ("estensione .p7m ma contenuto PDF",)


def test_a_text_called_pdf_inside_an_envelope_is_doubted(sign: Sign) -> None:
    assert "estensione .pdf ma contenuto testo" in only(sign(b"DETERMINA", "-nodetach")).warnings


def test_a_detached_signature_is_told(sign: Sign) -> None:
    (failure,) = read(sign(ACT), "atto.pdf.p7s").failures
    assert failure.reason == "detached_signature"


def test_a_signed_zip_of_a_signed_act_is_read_to_the_end(sign: Sign) -> None:
    archive = zipped({"a.pdf.p7m": sign(ACT, "-nodetach", signers=("BIANCHI ANNA",))})
    document = only(sign(archive, "-nodetach"), "lotto.zip.p7m")
    assert (document.name, document.pages) == ("lotto.zip.p7m/a.pdf.p7m", PLAIN.pages)
    assert [signature.signer for signature in document.signatures] == ["ROSSI MARIO", "BIANCHI ANNA"]


def test_a_truncated_envelope_is_damaged(sign: Sign) -> None:
    envelope = sign(ACT, "-nodetach")
    assert read(envelope[: len(envelope) // 2], "atto.pdf.p7m").failures[0].reason == "damaged"


def test_an_encrypted_envelope_is_told(sign: Sign, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(ACT)
    key = ("-secretkey", "00" * 16, "-secretkeyid", "01", "-aes128")
    encrypted = _openssl("cms", "-encrypt", "-binary", "-in", str(tmp_path / "a"), "-outform", "DER", *key)
    assert read(encrypted, "atto.pdf.p7m").failures[0].reason == "not_signed_data"


def test_a_time_stamped_envelope_is_opened(sign: Sign) -> None:
    token = {"content_type": "signed_data", "content": _empty_signed()}
    evidence = tsp.Evidence("tst_evidence", [tsp.TimeStampAndCRL({"time_stamp": token})])
    stamped = tsp.TimeStampedData({"version": "v1", "content": sign(ACT, "-nodetach"), "temporal_evidence": evidence})
    data = cms.ContentInfo({"content_type": "timestamped_data", "content": stamped}).dump()
    document = only(data, "atto.pdf.p7m.tsd")
    assert document.pages == PLAIN.pages
    assert document.signatures[0].signer == "ROSSI MARIO"


def _empty_signed() -> cms.SignedData:
    return cms.SignedData({"version": "v1", "digest_algorithms": [], "encap_content_info": {"content_type": "data"}, "signer_infos": []})


@pytest.mark.shared
def test_real_envelopes_give_the_text_of_their_content(shared_dir: Path) -> None:
    raw = shared_dir / "data" / "acts" / "raw"
    envelopes = sorted((raw / "p7m").glob("*.p7m"))
    assert envelopes
    for path in envelopes:
        original = raw / "avella" / path.name.replace(".p7m", "")
        assert read(path.read_bytes(), path.name).documents[0].pages == read(original.read_bytes(), original.name).documents[0].pages
