"""The profiles of other domains read their own documents, and a new domain needs no code."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from digest_engine.ingest.extract import extract
from digest_engine.profiles import Profile, load_profile
from digest_engine.types import Page, ReadDocument


def read(text: str, profile: Profile) -> dict[str, Any]:
    document = ReadDocument(name="a.txt", media_type="text/plain", pages=(Page(1, text),), sha256="a")
    return {name: value.value for name, value in extract(document, profile).values.items()}


def test_generic_reads_an_invoice() -> None:
    text = """Studio Tecnico Rossi
Via Roma 1 - Torino
Fattura n. 12/2024 del 03/04/2024
Oggetto: consulenza per la ristrutturazione
Imponibile € 1.000,00
IVA 22% € 220,00
Totale fattura € 1.220,00
"""
    values = read(text, load_profile("generic"))
    assert (values["kind"], values["number"], values["act_date"]) == ("fattura", "12", date(2024, 4, 3))
    assert (values["subject"], values["amount"]) == ("consulenza per la ristrutturazione", Decimal("1220.00"))


def test_legal_reads_a_judgment() -> None:
    text = """REPUBBLICA ITALIANA
TRIBUNALE DI BORGO
Sezione lavoro
SENTENZA n. 569/2025 del 09/04/2025
R.G. n. 5009/2023
nella causa promossa da un dipendente contro la società Alfa S.p.A.
FATTO
Il ricorrente impugna il licenziamento.
P.Q.M.
condanna la società al pagamento della somma complessiva di € 12.500,00 oltre interessi.
"""
    values = read(text, load_profile("legal"))
    assert (values["kind"], values["number"], values["act_date"], values["issuer"]) == (
        "sentenza",
        "569",
        date(2025, 4, 9),
        "Tribunale di Borgo",
    )
    assert (values["act_type"], values["amount"], values["ruolo_generale"]) == ("lavoro", Decimal("12500.00"), "5009/2023")


def test_determina_reads_with_the_rules_of_pa_italiana_and_its_own_fields() -> None:
    text = """COMUNE DI BORGO
DETERMINAZIONE N. 12 DEL 03/02/2020
OGGETTO: Noleggio di una stampante per 24 mesi. Affidamento diretto
IL RESPONSABILE
DETERMINA
di impegnare la somma complessiva di € 500,00;
"""
    values = read(text, load_profile("determina"))
    assert (values["kind"], values["act_type"], values["amount"]) == ("determina", "acquisto_servizi", Decimal("500.00"))
    assert (values["durata"], values["procedura"]) == ("24 mesi", "Affidamento diretto")


DOMAIN = """\
title: {it: Verbali di sopralluogo, en: Inspection reports}
extends: generic
kinds:
  - {value: sopralluogo, label: {it: Sopralluogo, en: Inspection}, heading: ['verbale di sopralluogo']}
act_types:
  - {value: conforme, label: {it: Conforme, en: Compliant}}
  - {value: non_conforme, label: {it: Non conforme, en: Not compliant}}
default_act_type: conforme
metadata:
  - {name: cantiere, label: {it: Cantiere, en: Site}, pattern: 'cantiere (?P<value>[a-z0-9-]+)'}
rules:
  type_threshold: 1.0
  type_cues:
    - {pattern: 'difform|non conforme', weights: {non_conforme: 2}}
"""


def test_a_new_domain_is_one_file_and_no_code(tmp_path: Path) -> None:
    (tmp_path / "sopralluoghi.yaml").write_text(DOMAIN, encoding="utf-8")
    text = "VERBALE DI SOPRALLUOGO n. 7 del 12/05/2024\nOggetto: difformità nel cantiere ZX-81\n"
    values = read(text, load_profile("sopralluoghi", [tmp_path]))
    assert (values["kind"], values["act_type"], values["number"], values["cantiere"]) == ("sopralluogo", "non_conforme", "7", "ZX-81")
