"""Comuni, unions of comuni, provinces and schools."""

from __future__ import annotations

from tests.ingest.extract.layouts import Layout

LOCAL = (
    Layout(
        "comune_reg_gen_after",
        """COPIA
COMUNE DI BORGO APRICO
Provincia di Cuneo
DETERMINAZIONE DEL RESPONSABILE DELL'AREA TECNICA
N. 58 del 09/02/2023 Reg. Area - N. 142 del 14/02/2023 Reg. Gen.
OGGETTO: Fornitura di cloruro di sodio per il servizio invernale sulle strade comunali.
Affidamento alla ditta Salinera Alpina s.r.l. - CIG Z1A39F0B2C
IL RESPONSABILE DELL'AREA TECNICA
Visto il bilancio di previsione 2023/2025 approvato con deliberazione C.C. n. 4 del 30/01/2023;
Considerato che per forniture di importo inferiore a € 140.000,00 si procede ad affidamento diretto;
Ritenuto di affidare la fornitura per l'importo di € 2.480,00 oltre IVA 22%, per complessivi € 3.025,60;
DETERMINA
1) di affidare alla ditta Salinera Alpina s.r.l. (P.IVA 01234567897) la fornitura di 20 tonnellate di sale al prezzo di € 124,00
a tonnellata, per un importo di € 2.480,00 oltre IVA per € 545,60;
2) di impegnare la somma complessiva di € 3.025,60 al capitolo 1928 del bilancio 2023, che presenta una disponibilità di € 10.000,00;
3) di liquidare la spesa con successivo atto, a presentazione di regolare fattura.
IL RESPONSABILE
f.to geom. A. Neri
VISTO DI REGOLARITA' CONTABILE
Impegno n. 77 € 3.025,60
""",
        {
            "number": "142",
            "date": "2023-02-14",
            "kind": "determina",
            "issuer": "Comune di Borgo Aprico",
            "act_type": "acquisto_beni",
            "amount": "3025.60",
            "amount_vat": "inclusa",
            "amount_role": "impegnato",
            "cig": ("Z1A39F0B2C",),
            "supplier": "Salinera Alpina s.r.l",
            "supplier_vat": "01234567897",
            "subject": "Fornitura di cloruro di sodio per il servizio invernale sulle strade comunali. Affidamento alla ditta Salinera Alpina "
            "s.r.l. - CIG Z1A39F0B2C",
        },
    ),
    Layout(
        "comune_halley",
        """COMUNE DI VALCHIARA
PROVINCIA DI MACERATA

DETERMINAZIONE SETTORE AFFARI GENERALI
DEL 03-05-2021 N. 44
Reg. generale n. 231

Oggetto: Liquidazione fattura alla ditta Tipografia del Colle snc per stampa manifesti elettorali. CIG: ZB03157A21

L'anno duemilaventuno, il giorno tre del mese di maggio,
IL RESPONSABILE DEL SETTORE
PREMESSO che con determinazione n. 12 del 18-02-2021 (R.G. n. 65) è stato assunto l'impegno di spesa di € 800,00;
VISTA la fattura n. 33/PA del 20-04-2021 di € 610,00, di cui € 500,00 imponibile ed € 110,00 per IVA;
DETERMINA
1. di liquidare alla ditta Tipografia del Colle snc la fattura n. 33/PA del 20-04-2021 dell'importo complessivo di € 610,00;
2. di dare atto che l'IVA pari a € 110,00 sarà versata direttamente all'Erario;
3. di dare atto che la spesa trova copertura sull'impegno n. 65/2021 di € 800,00.
""",
        {
            "number": "231",
            "date": "2021-05-03",
            "kind": "determina",
            "issuer": "Comune di Valchiara",
            "act_type": "liquidazione",
            "amount": "610.00",
            "amount_vat": "inclusa",
            "amount_role": "liquidato",
            "cig": ("ZB03157A21",),
            "year": 2021,
        },
    ),
    Layout(
        "comune_proposal_table",
        """Città di Portonovo
Settore 4 - Lavori Pubblici
DETERMINAZIONE DIRIGENZIALE
Proposta nr. 1877 del 20/09/2022
Determinazione nr. 1650 del 28/09/2022
OGGETTO: Lavori di manutenzione straordinaria della scuola media "G. Pascoli". CUP J44E21000010004. CIG 91234567AB.
Aggiudicazione efficace.
IL DIRIGENTE
Visto il decreto sindacale n. 8 del 01/02/2022;
Premesso che con delibera di Giunta n. 90 del 10/05/2022 è stato approvato il progetto esecutivo dell'importo complessivo di
€ 480.000,00, di cui € 350.000,00 per lavori a base d'asta;
DETERMINA
1. di aggiudicare i lavori all'impresa Costruzioni Riviera s.p.a., con sede in Portonovo, per l'importo di € 301.455,20, oltre IVA 10%
pari a € 30.145,52, e così per complessivi € 331.600,72;
2. di dare atto che il ribasso offerto è pari al 14,5% e che le economie ammontano a € 48.544,80.
""",
        {
            "number": "1650",
            "date": "2022-09-28",
            "kind": "determina",
            "issuer": "Comune di Portonovo",
            "act_type": "appalto",
            "amount": "331600.72",
            "amount_vat": "inclusa",
            "amount_role": "aggiudicato",
            "cig": ("91234567AB",),
            "cup": ("J44E21000010004",),
        },
    ),
    Layout(
        "giunta_formula",
        """COPIA
COMUNE DI MONTEFALDA
PROVINCIA DI BENEVENTO
VERBALE DI DELIBERAZIONE DELLA GIUNTA COMUNALE
N. 35 del Reg.
OGGETTO: Concessione del patrocinio e dell'uso gratuito della sala consiliare
all'associazione "Amici del Coro" per il concerto di Natale.
L'anno duemiladiciannove addì sei del mese di dicembre alle ore 12,30 nella sede comunale si è riunita la Giunta.
Presiede il Sindaco.
LA GIUNTA COMUNALE
Vista la richiesta prot. n. 5561 del 25/11/2019;
DELIBERA
1. di concedere il patrocinio dell'Ente, senza oneri, e l'uso gratuito della sala consiliare;
2. di dichiarare la presente immediatamente eseguibile.
CERTIFICATO DI PUBBLICAZIONE
Si certifica che la presente è stata pubblicata all'Albo Pretorio il giorno 11/12/2019 e vi rimarrà fino al 26/12/2019.
""",
        {
            "number": "35",
            "date": "2019-12-06",
            "kind": "delibera",
            "organ": "giunta",
            "issuer": "Comune di Montefalda",
            "amount": None,
            "act_type": "concessione",
            "publication_from": "2019-12-11",
            "publication_to": "2019-12-26",
            "subject": "Concessione del patrocinio e dell'uso gratuito della sala consiliare all'associazione \"Amici del Coro\" per il concerto "
            "di Natale.",
        },
    ),
    Layout(
        "consiglio_spaced_words",
        """O r i g i n a l e
C O M U N E   D I   S E R R A L T A
V E R B A L E   D I   D E L I B E R A Z I O N E   D E L   C O N S I G L I O   C O M U N A L E   N. 7
Seduta del 30/04/2018
OGGETTO: APPROVAZIONE RENDICONTO DELLA GESTIONE DELL'ESERCIZIO FINANZIARIO 2017.
L'anno duemiladiciotto il giorno trenta del mese di aprile alle ore 19.00, si è riunito il Consiglio Comunale.
IL CONSIGLIO COMUNALE
Visto il rendiconto, che chiude con un avanzo di € 215.340,18;
D E L I B E R A
1. di approvare il rendiconto dell'esercizio 2017.
""",
        {
            "number": "7",
            "date": "2018-04-30",
            "kind": "delibera",
            "organ": "consiglio",
            "issuer": "Comune di Serralta",
            "act_type": "altro",
            "amount": None,
            "subject": "APPROVAZIONE RENDICONTO DELLA GESTIONE DELL'ESERCIZIO FINANZIARIO 2017.",
        },
    ),
    Layout(
        "giunta_session_then_number",
        (
            "1 COMUNE DI RIVASECCA Provincia di Ancona COPIA DI ATTO DELLA GIUNTA MUNICIPALE Seduta del 14/03/2013 n. 41 "
            "OGGETTO: COSTITUZIONE IN GIUDIZIO AVANTI AL TAR MARCHE AVVERSO IL RICORSO PROMOSSO DALLA SOCIETA' ADRIA SRL. "
            "INCARICO LEGALE. L'anno Duemilatredici il Giorno Quattordici del mese di Marzo alle ore 13.00, nella sede "
            "comunale, si e' riunita la Giunta nelle persone dei Signori: 1 BIANCHI SINDACO Si 2 VERDI ASSESSORE Si. 2 LA "
            "GIUNTA MUNICIPALE PREMESSO che e' stato notificato il ricorso; DELIBERA 1) di costituirsi in giudizio; 2) di "
            "incaricare l'avv. Rossi del foro di Ancona.\n"
        ),
        {
            "number": "41",
            "date": "2013-03-14",
            "kind": "delibera",
            "organ": "giunta",
            "issuer": "Comune di Rivasecca",
            "act_type": "incarico_professionale",
            "amount": None,
            "subject": "COSTITUZIONE IN GIUDIZIO AVANTI AL TAR MARCHE AVVERSO IL RICORSO PROMOSSO DALLA SOCIETA' ADRIA SRL. INCARICO LEGALE.",
        },
    ),
    Layout(
        "trentino_dd",
        """COMUNE DI PIAN DEI LARICI
PROVINCIA DI TRENTO

Verbale di deliberazione N. 62
della Giunta comunale dd. 09.06.2016

OGGETTO: Assunzione a tempo determinato di un operaio stagionale addetto al verde pubblico. Approvazione graduatoria.

L'anno duemilasedici addì nove del mese di giugno, a seguito di convocazione si è riunita la Giunta comunale.
LA GIUNTA COMUNALE
Premesso che occorre provvedere;
delibera
1. di approvare la graduatoria.
""",
        {
            "number": "62",
            "date": "2016-06-09",
            "kind": "delibera",
            "organ": "giunta",
            "issuer": "Comune di Pian dei Larici",
            "act_type": "assunzione_personale",
            "amount": None,
        },
    ),
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
