"""Act types: the subjects that mislead, and those that a person reads at once."""

from __future__ import annotations

import pytest

from digest_engine.ingest.extract import extract
from digest_engine.profiles import load_profile
from digest_engine.types import ReadDocument

SUBJECTS = [
    ("Autorizzazione a contrarre per il servizio di noleggio di un palco", "acquisto_servizi"),
    ("Autorizzazione a contrarre per la fornitura di arredi scolastici", "acquisto_beni"),
    ("Assunzione impegno di spesa per il servizio di pulizia degli uffici", "acquisto_servizi"),
    ("Assunzione dell'impegno di spesa per l'acquisto di carta", "acquisto_beni"),
    ("Assunzione mutuo con la Cassa Depositi e Prestiti", "altro"),
    ("Assunzione a tempo indeterminato di un istruttore tecnico", "assunzione_personale"),
    ("Concessione del patrocinio alla festa patronale", "concessione"),
    ("Patrocinio legale: conferimento incarico all'avvocato per la difesa dell'ente", "incarico_professionale"),
    ("Acquisto registratore di cassa per la farmacia comunale", "acquisto_beni"),
    ("Farmacia comunale: fornitura di farmaci e parafarmaci, proroga", "acquisto_farmaci"),
    ("Servizio di smaltimento di farmaci scaduti e rifiuti pericolosi", "acquisto_servizi"),
    ("Servizio di fornitura di energia elettrica per gli immobili comunali", "acquisto_beni"),
    ("Fornitura di carburante per gli automezzi", "acquisto_beni"),
    ("Manutenzione del defibrillatore della palestra", "acquisto_servizi"),
    ("Fornitura di elettrodi per defibrillatori", "acquisto_dispositivi_medici"),
    ("Acquisto di dispositivi di protezione individuale per gli operai", "acquisto_beni"),
    ("Procedura aperta per la fornitura di reagenti e sistemi diagnostici", "acquisto_dispositivi_medici"),
    ("Gara per la fornitura di vaccini antinfluenzali", "acquisto_farmaci"),
    ("Lavori di rifacimento del manto stradale di via Roma. Aggiudicazione", "appalto"),
    ("Acquisto mediante ricorso al ME.PA. di strumentazione per la sala consiliare", "acquisto_beni"),
    ("Ricorso al TAR proposto dalla società Alfa: costituzione in giudizio", "incarico_professionale"),
    ("Inserimento di minori in comunità educativa, secondo semestre", "acquisto_servizi"),
    ("Impegno di spesa per la pubblicazione sulla Gazzetta del bando", "acquisto_servizi"),
    ("Trattamenti antilarvali nelle caditoie del territorio", "acquisto_servizi"),
    ("Manutenzione software gestione cimiteriale", "acquisto_servizi"),
    ("Manutenzione straordinaria del tetto della scuola elementare. Affidamento lavori", "appalto"),
    ("Riparazione dello scuolabus comunale. Affidamento", "acquisto_servizi"),
    ("Lavori di riparazione dell'autocarro in dotazione al cantiere. Affidamento alla ditta Alfa", "acquisto_servizi"),
    ("Concessione di occupazione di suolo pubblico in via Roma", "concessione"),
    ("Fornitura di emoderivati e immunoglobuline. Affidamento alla ditta Alfa", "acquisto_farmaci"),
    ("Servizio di manutenzione degli ascensori. Svincolo della cauzione definitiva", "altro"),
    ("Affidamento dei servizi di architettura e ingegneria per la ristrutturazione del municipio", "incarico_professionale"),
    ("Incarico di progettazione esecutiva e direzione dei lavori del ponte", "incarico_professionale"),
    ("Costituzione in giudizio avanti al TAR. Nomina del legale", "incarico_professionale"),
    ("Conferimento dell'incarico di posizione organizzativa", "altro"),
    ("Liquidazione fattura n. 12 per la fornitura di carta", "liquidazione"),
    ("Lavori di restauro della torre. Liquidazione secondo SAL", "liquidazione"),
    ("Impegno e liquidazione della quota associativa ANCI", "liquidazione"),
    ("Contributo alla pro loco: concessione e liquidazione", "liquidazione"),
    ("Rimborso spese di viaggio agli amministratori", "rimborso"),
    ("Liquidazione rimborso ICI non dovuta", "rimborso"),
    ("Svincolo della cauzione definitiva del servizio di mensa", "altro"),
    ("Affidamento in concessione del servizio di gestione della piscina comunale", "concessione"),
    ("Comodato d'uso gratuito di un locale all'associazione bocciofila", "concessione"),
    ("Permesso di costruire per ampliamento di un fabbricato", "autorizzazione"),
    ("Autorizzazione all'occupazione di suolo pubblico in piazza Dante", "autorizzazione"),
    ("Approvazione del regolamento per l'accesso agli atti", "altro"),
    ("Approvazione del bilancio di previsione 2024-2026", "altro"),
    ("Programma triennale dei lavori pubblici 2024-2026", "altro"),
    ("Approvazione delle tariffe del servizio idrico", "altro"),
    ("Nomina del responsabile della transizione digitale", "altro"),
    ("Bando di concorso pubblico per due posti di agente di polizia locale", "assunzione_personale"),
    ("Proroga del contratto a tempo determinato dell'assistente sociale", "assunzione_personale"),
    ("Piano triennale del fabbisogno di personale", "assunzione_personale"),
    ("Costituzione del gruppo di lavoro e ripartizione degli incentivi", "altro"),
    ("Avvisi di pagamento TARI: servizio di stampa e recapito", "acquisto_servizi"),
    ("Polizza assicurativa RC auto: proroga tecnica", "acquisto_servizi"),
    ("Rettifica per mero errore materiale della determina n. 12", "altro"),
]


@pytest.mark.parametrize(("subject", "expected"), SUBJECTS, ids=[subject[:50] for subject, _ in SUBJECTS])
def test_the_subject_has_the_type(subject: str, expected: str) -> None:
    row = ReadDocument(name="r.csv", media_type="text/csv", pages=(), sha256="r", fields=(("oggetto", subject),))
    assert extract(row, load_profile("pa_italiana")).values["act_type"].value == expected


@pytest.mark.parametrize(("subject", "expected"), SUBJECTS, ids=[subject[:50] for subject, _ in SUBJECTS])
def test_capitals_and_typed_accents_do_not_change_the_type(subject: str, expected: str) -> None:
    row = ReadDocument(
        name="r.csv", media_type="text/csv", pages=(), sha256="r", fields=(("Oggetto ", subject.upper().replace("À", "A'")),)
    )
    assert extract(row, load_profile("pa_italiana")).values["act_type"].value == expected
