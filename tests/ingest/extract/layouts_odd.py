"""Registers, formulas and scans that mislead."""

from __future__ import annotations

from tests.ingest.extract.layouts import Layout

ODD = (
    Layout(
        "registro_unico_before_the_heading",
        """Proposta n. 99904076 Del 09-12-2021
Registro Unico n. 3936 del 11/12/2021
Protocollo n. 0178937 del 11/12/2021
Riferimenti contabili
Come da dispositivo interno.
Determinazione firmata digitalmente dal Dirigente attestante la regolarità tecnica, in data 10/12/2021
DETERMINAZIONE DIRIGENZIALE
OGGETTO: CIG: 8527277397; CUP: F85B18005350003; Liceo Verdi - LAVORI DI ADEGUAMENTO ANTINCENDIO - DETERMINAZIONE A CONTRARRE
IL DIRIGENTE DEL SERVIZIO
Viste le risultanze dell'istruttoria;
Visto lo Statuto della Città Metropolitana di Ligura adottato con Atto Consiliare n. 1 del 22/12/2014;
""",
        {
            "number": "3936",
            "date": "2021-12-11",
            "kind": "determina",
            "issuer": "Città Metropolitana di Ligura",
            "act_type": "appalto",
            "cig": ("8527277397",),
            "cup": ("F85B18005350003",),
            "amount": None,
        },
    ),
    Layout(
        "number_rg_data",
        """ORIGINALE
CITTA' DI PORTOGRANO
PROVINCIA DI TARANTO
AREA:______________
UFFICIO:Ufficio di Piano - Ambito territoriale
Registro Interno Servizio: Num. 135 Int. del
DETERMINAZIONE DIRIGENZIALE
N° 544 R.G. DATA 10/08/2018
OGGETTO: Procedura negoziata tramite RDO sul MEPA per l'affidamento del servizio di "Porta Unica di Accesso". Prenotazione di spesa.
(2)
IL RESPONSABILE DELL'ISTRUTTORIA
RICHIAMATA la propria Determinazione al R.G. con il n. 432 del 26.06.2018;
""",
        {
            "number": "544",
            "date": "2018-08-10",
            "kind": "determina",
            "issuer": "Comune di Portograno",
            "act_type": "acquisto_servizi",
            "amount": None,
        },
    ),
    Layout(
        "repertorio_with_column_names",
        """Dettaglio provvedimento
PG (Numero / Anno) 686751  /   2024
Proposta (Tipo / Numero / Anno) DDPRO  /   14305  /   2024
Repertorio (Tipo / Numero / Anno) DD  /   14155  /   2024
Unità di riferimento Gestione Bene Pubblico
Data pubblicazione 03/10/2024
Oggetto APPROVAZIONE DEL PROGETTO ESECUTIVO DEGLI INTERVENTI SU STRADE DELL'IMPORTO COMPLESSIVO DI EURO 355.000,00 E CONTESTUALE
IMPEGNO DI SPESA. DETERMINA A CONTRARRE.

CUP: F37H23001400004
LA DIRIGENTE
Premesso che nel mese di maggio 2023 si sono verificati eventi meteorologici avversi;
""",
        {"number": "14155", "date": None, "kind": "determina", "act_type": "appalto", "amount": "355000.00", "year": 2024},
    ),
    Layout(
        "delibera_hours_inside_the_formula",
        """1 COMUNE DI SERRALUNGA PROVINCIA DI FOGGIA COPIA Numero 21 Del OGGETTO: Nomina referente per la fatturazione elettronica VERBALE DI
DELIBERAZIONE DELLA GIUNTA COMUNALE L'anno duemilaquindici il giorno diciotto alle ore 11:30 del mese di marzo presso questa Sede
Municipale si è riunita la Giunta Comunale. LA GIUNTA COMUNALE PREMESSO CHE: la legge di conversione 23 giugno 2014, n. 89;
""",
        {"number": "21", "date": "2015-03-18", "kind": "delibera", "organ": "giunta", "issuer": "Comune di Serralunga", "amount": None},
    ),
    Layout(
        "delibera_in_data_line",
        """COMUNE DI ROCCASPINA

VERBALE DI DELIBERAZIONE DELLA GIUNTA MUNICIPALE

N. 8

OGGETTO: GESTIONE ASSOCIATA DELLA COMMISSIONE LOCALE PER IL PAESAGGIO. APPROVAZIONE MODIFICHE AL DISCIPLINARE.

IN DATA: 11.09.2015

ALLE ORE: 11,00 nella solita sala delle riunioni sono stati convocati i componenti della Giunta Municipale.

LA GIUNTA COMUNALE

VISTA la Deliberazione di Consiglio Comunale n. 3 del 20/01/2009;
""",
        {"number": "8", "date": "2015-09-11", "kind": "delibera", "organ": "giunta", "issuer": "Comune di Roccaspina", "act_type": "altro"},
    ),
    Layout(
        "delibera_broken_by_equals",
        """COPIA
COMUNE DI VALLOMBRA
N._________ di Prot.                                    N.   264 del registro
VERBALE DI DELIBERAZIONE DELLA GIUNTA COMUNALE

Oggetto:  CONFERMA  VALORI AREE EDIFICABILI AI FINI DELL'IM=

POSTA COMUNALE SUGLI IMMOBILI PER L'ANNO 2005.

L'anno  duemilaquattro il giorno  sette del mese di dicembre alle ore 18.30, si è riunita la Giunta Comunale.
""",
        {
            "number": "264",
            "date": "2004-12-07",
            "kind": "delibera",
            "issuer": "Comune di Vallombra",
            "act_type": "altro",
            "subject": "CONFERMA VALORI AREE EDIFICABILI AI FINI DELL'IMPOSTA COMUNALE SUGLI IMMOBILI PER L'ANNO 2005.",
        },
    ),
    Layout(
        "two_columns_interleaved_by_a_scan",
        """COPIA
COMUNE DI BORGO APRICO
DETERMINAZIONE DEL RESPONSABILE DEL SERVIZIO
N. 146 DEL OGGETTO: Acquisto di arredi per gli uffici comunali mediante ordine
27/03/2026 diretto sul mercato elettronico
Registro Generale

e affidamento alla ditta individuata
N. 217 DEL tecnologie
28/03/2026

L'anno duemilaventisei, il giorno ventotto, del mese di marzo nel proprio Ufficio.
IL RESPONSABILE DEL SERVIZIO
VISTO il decreto n. 20/2025;
""",
        {"number": "217", "date": "2026-03-28", "kind": "determina", "issuer": "Comune di Borgo Aprico", "act_type": "acquisto_beni"},
    ),
)
