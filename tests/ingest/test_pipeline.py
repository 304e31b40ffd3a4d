"""Taking files in: every file is accounted for, nothing twice, nothing lost."""

from __future__ import annotations

import io
import zipfile
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from digest_engine import Engine, FileInput
from tests.support import NAMESPACE, act_text, file_of, minimal_pdf


def ingest(engine: Engine, *files: FileInput) -> object:
    return engine.ingest(list(files), namespace=NAMESPACE)


def test_a_determina_is_read_with_its_values(engine: Engine) -> None:
    ingest(engine, file_of(41))
    act = engine.acts(NAMESPACE)[0]
    assert (act.kind, act.number, act.act_date, act.amount) == ("determina", "41", date(2026, 4, 14), Decimal("1250.00"))
    assert act.act_type == "acquisto_beni"


def test_the_same_file_again_is_already_there(engine: Engine) -> None:
    ingest(engine, file_of(41))
    report = ingest(engine, file_of(41))
    assert (report.known, report.files[0].message, report.acts) == (1, "già presente", 1)


def test_the_same_bytes_under_another_name_say_which(engine: Engine) -> None:
    given = file_of(41)
    ingest(engine, given)
    report = ingest(engine, FileInput("copia.txt", given.data))
    assert report.files[0].message == "già presente come determina_41.txt"


def test_the_same_act_as_txt_and_pdf_is_one_act_with_two_documents(engine: Engine) -> None:
    text = act_text(41)
    report = ingest(engine, FileInput("a.txt", text.encode()), FileInput("a.pdf", minimal_pdf(text)))
    assert (report.acts, report.with_two_documents, report.same_acts) == (1, 1, 1)


def test_an_act_without_a_date_never_gets_a_default_one(engine: Engine) -> None:
    undated = act_text(41).replace(" DEL 14/04/2026", "")
    report = ingest(engine, FileInput("senza_data.txt", undated.encode()))
    assert report.undated == 1
    assert engine.acts(NAMESPACE)[0].act_date is None
    assert engine.missing(NAMESPACE)["date"] == 1


def zip_of(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def test_bad_files_are_named_with_their_reason_and_the_rest_goes_on(engine: Engine) -> None:
    good = zip_of({"a.txt": act_text(1).encode(), "../fuori.txt": act_text(2).encode(), "b.txt": act_text(3, subject="Altro").encode()})
    report = ingest(
        engine,
        FileInput("vuoto.txt", b""),
        FileInput("senza_testo.pdf", minimal_pdf("")),
        FileInput("troncato.zip", good[: len(good) // 2]),
        FileInput("misto.zip", good),
        FileInput("sbagliato.pdf", act_text(5, subject="Testo con estensione sbagliata").encode()),
    )
    status = {file.name: file.status for file in report.files}
    assert status == {
        "vuoto.txt": "failed", "senza_testo.pdf": "failed", "troncato.zip": "failed", "misto.zip": "partial", "sbagliato.pdf": "indexed",
    }  # fmt: skip
    assert all(file.failures or file.status == "indexed" for file in report.files)
    assert {act.number for act in engine.acts(NAMESPACE)} == {"1", "3", "5"}
    assert not list(Path.cwd().glob("fuori.txt"))


def test_a_failed_file_is_tried_again(engine: Engine) -> None:
    ingest(engine, FileInput("vuoto.txt", b""))
    assert not ingest(engine, FileInput("vuoto.txt", b"")).files[0].known


def test_passages_cover_the_text_of_the_act(engine: Engine) -> None:
    ingest(engine, file_of(41, body="RITENUTO necessario acquistare risme di carta riciclata. " * 40))
    detail = engine.act(engine.acts(NAMESPACE)[0].act_id)
    text = " ".join(chunk.text for page in detail.pages.values() for chunk in page)
    assert text.count("carta riciclata") == 40


def test_deleting_an_act_erases_it_everywhere(engine: Engine, tmp_path: Path) -> None:
    secret = "clausola irripetibile zanzibar"
    ingest(engine, file_of(41, body=f"VISTA la {secret};"))
    engine.index()
    proof = engine.delete(NAMESPACE, [engine.acts(NAMESPACE)[0].act_id])
    assert (proof.acts, proof.files, dict(proof.left)) == (1, 1, {})
    engine.close()
    assert not list((tmp_path / "data" / "files").glob("??/*"))
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"zanzibar" in path.read_bytes()]


def test_a_deleted_act_can_be_given_again(engine: Engine) -> None:
    given = file_of(41)
    ingest(engine, given)
    engine.delete(NAMESPACE, [engine.acts(NAMESPACE)[0].act_id])
    assert ingest(engine, given).acts == 1


def test_a_sentence_of_an_act_is_in_no_vector_store_file(engine: Engine, tmp_path: Path) -> None:
    sentence = "risma di carta color pervinca iridescente"
    ingest(engine, file_of(41, body=f"CONSIDERATO che serve una {sentence};"))
    engine.index()
    engine.close()
    files = [path for path in (tmp_path / "data" / "vectors").rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"pervinca" in path.read_bytes()]


def test_files_named_alike_in_two_namespaces_do_not_meet(engine: Engine) -> None:
    ingest(engine, file_of(41))
    engine.ingest([file_of(41)], namespace="prova_2")
    engine.delete_namespace("prova_2")
    assert [space.name for space in engine.namespaces()] == [NAMESPACE]
    assert engine.figures(NAMESPACE).totals.count == 1


@pytest.mark.parametrize("name", ["", "  ", "a\nb"])
def test_a_namespace_needs_a_printable_name(engine: Engine, name: str) -> None:
    from digest_engine.errors import InputError

    with pytest.raises(InputError, match="namespace"):
        engine.ingest([file_of(1)], namespace=name)
