from __future__ import annotations

from datetime import date

from streamlit.testing.v1 import AppTest

from digest_engine import DigestGenerationRequest, Engine, digests_table, to_csv
from tests.pages.page_support import Open, table, texts
from tests.support import NAMESPACE, put_act


def written(engine: Engine) -> None:
    engine.generate(
        DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 3, 1), date_to=date(2026, 5, 31), granularity="monthly")
    )


def statuses(app: AppTest) -> list[object]:
    return [row["status"] for row in table(app, "window", "status")]


def test_generating_writes_one_digest_a_window_and_says_so(archive: Engine, open_app: Open) -> None:
    app = open_app("digests")
    app.button(key="digests.generate").click().run()
    assert "Finestre: 3. Digest scritti: 3; già aggiornati: 0; finestre senza atti: 0." in texts(app)
    assert len(archive.digests(NAMESPACE)) == 3


def test_generating_again_keeps_what_is_fresh(archive: Engine, open_app: Open) -> None:
    app = open_app("digests")
    app.button(key="digests.generate").click().run()
    app.button(key="digests.generate").click().run()
    assert "Digest scritti: 0; già aggiornati: 3" in texts(app)


def test_the_latest_digest_is_shown_with_links_to_its_acts(archive: Engine, open_app: Open) -> None:
    written(archive)
    shown = texts(open_app("digests"))
    assert "Digest del mese, dal 01/05/2026 al 31/05/2026" in shown
    assert "](documents?act=act-" in shown


def test_a_late_act_makes_its_window_alone_outdated_and_says_by_how_much(archive: Engine, open_app: Open) -> None:
    written(archive)
    put_act(archive, number="77", act_date=date(2026, 4, 15), act_type="liquidazione", amount="5.00")
    assert statuses(open_app("digests")) == ["aggiornato", "superato: +1 −0 ~0", "aggiornato"]


def test_a_clipped_window_is_partial(archive: Engine, open_app: Open) -> None:
    archive.generate(
        DigestGenerationRequest(namespace=NAMESPACE, date_from=date(2026, 4, 1), date_to=date(2026, 4, 20), granularity="monthly")
    )
    assert statuses(open_app("digests")) == ["parziale"]


def test_without_digests_the_page_says_how_to_write_them(archive: Engine, open_app: Open) -> None:
    assert "Nessun digest scritto" in texts(open_app("digests"))


def test_the_csv_has_one_row_a_digest_with_types_roles_status_and_text(archive: Engine, open_app: Open) -> None:
    written(archive)
    lines = to_csv(digests_table(archive.digests(NAMESPACE), archive.profile())).decode("utf-8-sig").split("\r\n")
    head = lines[0].split(";")
    assert {"Dal", "Al", "Atti", "Liquidazione: atti", "Liquidazione: importo", "Importo liquidato", "Copertura", "Stato", "Testo"} <= set(
        head
    )
    march = lines[1].split(";")
    assert march[head.index("Liquidazione: importo")] == march[head.index("Importo liquidato")] == "1200,50"
    assert open_app("digests").download_button(key="digests.csv").label == "Scarica CSV"
