"""Comuni."""

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
            "supplier": "Salinera Alpina s.r.l.",
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
)
