"""Unions of comuni, provinces, schools, and the orders and decrees of mayors."""

from __future__ import annotations

from tests.ingest.extract.layouts import Layout

AREA = (
    Layout(
        "unione_generic_register",
        """UNIONE DEI COMUNI DELLE DUE VALLI
Servizio Associato Polizia Locale
DETERMINAZIONE
N. Reg. Settore 12 del 04/07/2022
N. Registro Generale 188 del 07/07/2022

OGGETTO: Noleggio di due postazioni fisse per il controllo della velocità - periodo 24 mesi.
Determina a contrarre e affidamento. CIG 9299999A1B

IL COMANDANTE
Premesso che il servizio è necessario;
DETERMINA
di affidare il noleggio alla società Viasicura S.r.l. al canone mensile di € 1.000,00 oltre IVA, per un totale di € 24.000,00 oltre IVA;
di impegnare la spesa di € 29.280,00 IVA inclusa sui bilanci 2022, 2023 e 2024.
""",
        {
            "number": "188",
            "date": "2022-07-07",
            "kind": "determina",
            "issuer": "Unione dei Comuni delle Due Valli",
            "act_type": "acquisto_servizi",
            "amount": "29280.00",
            "amount_vat": "inclusa",
            "cig": ("9299999A1B",),
        },
    ),
    Layout(
        "provincia_raccolta",
        """PROVINCIA DI TERRALBA
SETTORE VIABILITÀ
Determinazione dirigenziale
Raccolta n. 512 del 19/06/2015

Oggetto:
S.P. 14 "DEL LAGO". RIPRISTINO DEL PIANO VIABILE AL KM 3+200. LAVORI DI SOMMA URGENZA. CUP. N. F57H15000080003
CIG. N. 6290001D2F. IMPEGNO DI SPESA.

Il Dirigente
PREMESSO che a seguito delle piogge si è verificato il cedimento;
DISPONE
1. di approvare la perizia dei lavori;
2. di impegnare la somma di € 45.750,00, IVA compresa, a favore dell'impresa Strade e Scavi snc.
""",
        {
            "number": "512",
            "date": "2015-06-19",
            "kind": "determina",
            "issuer": "Provincia di Terralba",
            "act_type": "appalto",
            "amount": "45750.00",
            "amount_vat": "inclusa",
            "cig": ("6290001D2F",),
            "cup": ("F57H15000080003",),
        },
    ),
    Layout(
        "metropolitana_atto_dirigenziale",
        """CITTÀ METROPOLITANA DI LIGURA
Direzione Patrimonio
Atto N. 1291/2021
Oggetto: SERVIZIO DI PULIZIA DEGLI UFFICI. PROROGA TECNICA FINO AL 31/12/2021. CIG 7700011C3A.
In data 08/06/2021 il dirigente dott. Mario Bianchi adotta il seguente Atto dirigenziale;
Visto lo Statuto della Città Metropolitana;
DISPONE
1) di prorogare il contratto per il servizio di pulizia, impegnando la somma di Euro 12'500,00 IVA inclusa.
""",
        {
            "number": "1291",
            "date": "2021-06-08",
            "kind": "determina",
            "issuer": "Città Metropolitana di Ligura",
            "act_type": "acquisto_servizi",
            "amount": "12500.00",
            "amount_vat": "inclusa",
            "year": 2021,
        },
    ),
    Layout(
        "scuola_determina_in_subject",
        """Ministero dell'Istruzione
ISTITUTO COMPRENSIVO "E. FERMI"
Via dei Mille, 4 - 00010 Collefiorito (RM) - Cod. Fisc. 90000010583
Prot. n. 1874/B15 Collefiorito, 12/05/2022
Agli Atti
All'Albo on line
Oggetto: DETERMINA a contrarre n. 40 per l'acquisto di n. 12 monitor interattivi, con affidamento diretto ai sensi
dell'art. 36, comma 2, lett. a) del D.Lgs. 50/2016, per un importo pari a € 9.533,52 (oltre IVA) pari a € 11.630,89 (IVATO).
CUP: D69J21009990006 CIG: Z9730484F8
IL DIRIGENTE SCOLASTICO
VISTO il R.D. 18 novembre 1923, n. 2440;
VISTO l'Avviso pubblico prot. n. 28966 del 06/09/2021;
DETERMINA
Art. 1 L'avvio della procedura di affidamento diretto.
""",
        {
            "number": "40",
            "date": "2022-05-12",
            "kind": "determina",
            "issuer": 'Istituto Comprensivo "E. Fermi"',
            "act_type": "acquisto_beni",
            "amount": "11630.89",
            "amount_vat": "inclusa",
            "cig": ("Z9730484F8",),
            "cup": ("D69J21009990006",),
        },
    ),
    Layout(
        "scuola_registro_determinazioni",
        """Istituto di Istruzione Superiore "Da Vinci"
Viale Europa 12 - 20000 Novalba
Registro delle determinazioni dirigenziali n. 445 del 10/02/2021
Oggetto: DETERMINAZIONE per affidamento diretto del servizio di formazione sulla sicurezza. CIG: ZBD3097440
IL DIRIGENTE SCOLASTICO
VISTA la L. 15 marzo 1997, n. 59;
DETERMINA
di affidare il servizio per l'importo di euro 105,74 + IVA.
""",
        {
            "number": "445",
            "date": "2021-02-10",
            "kind": "determina",
            "issuer": 'Istituto di Istruzione Superiore "Da Vinci"',
            "act_type": "acquisto_servizi",
            "amount": "105.74",
            "amount_vat": "esclusa",
            "cig": ("ZBD3097440",),
        },
    ),
    Layout(
        "ordinanza_sindacale",
        """Comune di Acquadolce
Provincia di Lucca
Ufficio del Sindaco
Ordinanza n. 23 del 18 luglio 2020
Oggetto: Divieto di balneazione nel tratto di costa antistante la foce del torrente.
IL SINDACO
Vista la comunicazione dell'ARPAT prot. 4471 del 17/07/2020;
ORDINA
il divieto temporaneo di balneazione. L'inosservanza è punita con la sanzione da € 25,00 a € 500,00.
""",
        {
            "number": "23",
            "date": "2020-07-18",
            "kind": "ordinanza",
            "issuer": "Comune di Acquadolce",
            "act_type": "altro",
            "amount": None,
            "organ": "sindaco",
        },
    ),
    Layout(
        "decreto_sindacale_nomina",
        """COMUNE DI PIETRASCURA
(Provincia di Isernia)
DECRETO DEL SINDACO N. 5
Prot. 2210 lì, 02.07.2019
OGGETTO: NOMINA DEL RESPONSABILE DELLA PROTEZIONE DEI DATI.
IL SINDACO
Visto il Regolamento UE 2016/679;
DECRETA
di nominare responsabile della protezione dei dati la società incaricata.
""",
        {
            "number": "5",
            "date": "2019-07-02",
            "kind": "decreto",
            "organ": "sindaco",
            "issuer": "Comune di Pietrascura",
            "act_type": "altro",
            "amount": None,
        },
    ),
    Layout(
        "repertorio_bologna_like",
        """Comune di Torrelunga
Mobilità e Infrastrutture

DETERMINAZIONE DIRIGENZIALE

APPROVAZIONE DELLA MODIFICA CONTRATTUALE PER MAGGIORI LAVORI DI RIQUALIFICAZIONE DEI PERCORSI PEDONALI. IMPEGNO DI SPESA
DI COMPLESSIVI EURO 125.562,96.
N. Proposta DD/PRO/2025/1215
N. Repertorio DD/2025/3646
PG.N. 147911/2025
In pubblicazione dal 11/03/2025 al 25/03/2025

CIG: 9899919799 CUP: F37H21006200004
IL DIRIGENTE

Premesso che con determinazione P.G. n. 492387/2018 del 03/12/2018 sono stati approvati gli elaborati;
DETERMINA
di approvare la modifica contrattuale.
""",
        {
            "number": "3646",
            "date": None,
            "kind": "determina",
            "issuer": "Comune di Torrelunga",
            "act_type": "appalto",
            "amount": "125562.96",
            "publication_from": "2025-03-11",
            "publication_to": "2025-03-25",
            "year": 2025,
            "subject": "APPROVAZIONE DELLA MODIFICA CONTRATTUALE PER MAGGIORI LAVORI DI RIQUALIFICAZIONE DEI PERCORSI PEDONALI. IMPEGNO DI SPESA "
            "DI COMPLESSIVI EURO 125.562,96.",
        },
    ),
    Layout(
        "indice_generale_date_before",
        """COMUNE DI CASTELFORTE A MARE
SERVIZIO GESTIONE GRANDI RETI
DETERMINAZIONE n° 14 del 12.03.2020
Registrata all'Indice Generale
in data 20/03/2020 n° 345
OGGETTO: Rimborso agli eredi della somma versata per concessione cimiteriale non fruita.
IL DIRIGENTE
Premesso che;
DETERMINA
di rimborsare agli aventi diritto la somma di € 1.200,00 (euro milleduecento/00).
""",
        {
            "number": "345",
            "date": "2020-03-20",
            "kind": "determina",
            "issuer": "Comune di Castelforte a Mare",
            "act_type": "rimborso",
            "amount": "1200.00",
            "amount_role": "liquidato",
        },
    ),
)
