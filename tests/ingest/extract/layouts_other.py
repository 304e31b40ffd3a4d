"""Regions, health bodies, agencies, universities."""

from __future__ import annotations

from tests.ingest.extract.layouts import Layout

OTHER = (
    Layout(
        "regione_g_number",
        """REGIONE LAZIO

Direzione: CENTRALE ACQUISTI
Area: GARE PER BENI E SERVIZI

DETERMINAZIONE

N. G04417 del 21/04/2020 Proposta n. 5512 del 17/04/2020

Oggetto:

Procedura negoziata d'urgenza per la fornitura di farmaci antivirali occorrenti alle Aziende Sanitarie. Approvazione atti.

Proponente:
Estensore BIANCHI MARIO _____________________________
Pagina 1 / 12

IL DIRETTORE DELLA DIREZIONE CENTRALE ACQUISTI
VISTO lo Statuto della Regione Lazio;
""",
        {
            "number": "G04417",
            "date": "2020-04-21",
            "kind": "determina",
            "issuer": "Regione Lazio",
            "act_type": "acquisto_farmaci",
            "amount": None,
            "subject": "Procedura negoziata d'urgenza per la fornitura di farmaci antivirali occorrenti alle Aziende Sanitarie. Approvazione atti.",
        },
    ),
    Layout(
        "regione_decreto_direttore_bur",
        """Bur n. 88 del 12 settembre 2017

Materia: Servizi sociali

Decreto DEL DIRETTORE DELLA DIREZIONE SERVIZI SOCIALI n. 85 del 21 luglio 2017

Decreto di impegno di spesa di euro 38.220,00 per l'affidamento diretto della sperimentazione, nel territorio regionale, di servizi di
accompagnamento in favore delle persone senza dimora. CIG Z8F1D141B0.

Note per la trasparenza

Con il presente decreto viene impegnata la spesa di euro 38.220,00 per una prestazione di servizi nel Veneto.

Il Direttore

Premesso che la Giunta regionale ha autorizzato una spesa massima di € 39.000,00;
""",
        {
            "number": "85",
            "date": "2017-07-21",
            "kind": "decreto",
            "issuer": "Regione del Veneto",
            "act_type": "acquisto_servizi",
            "amount": "38220.00",
            "cig": ("Z8F1D141B0",),
        },
    ),
    Layout(
        "regione_dgr_session",
        """Regione Umbria

Giunta Regionale

DELIBERAZIONE DELLA GIUNTA REGIONALE

N. 931 SEDUTA DEL 16/10/2019

OGGETTO: Programma triennale di prevenzione della corruzione. Aggiornamento.

PRESENZE

Presidente della Giunta Presente

LA GIUNTA REGIONALE
Visto il documento istruttorio;
""",
        {
            "number": "931",
            "date": "2019-10-16",
            "kind": "delibera",
            "organ": "giunta",
            "issuer": "Regione Umbria",
            "act_type": "altro",
            "amount": None,
        },
    ),
    Layout(
        "regione_date_before_number",
        """REGIONE EMILIA-ROMAGNA

DELIBERAZIONE DELLA GIUNTA REGIONALE 24 marzo 2003, n. 447

Indirizzi in ordine alle relazioni organizzative tra le strutture

LA GIUNTA DELLA REGIONE EMILIA-ROMAGNA
Vista la L.R. 26 novembre 2001, n. 43;
""",
        {
            "number": "447",
            "date": "2003-03-24",
            "kind": "delibera",
            "organ": "giunta",
            "issuer": "Regione Emilia-Romagna",
            "amount": None,
            "subject": "Indirizzi in ordine alle relazioni organizzative tra le strutture",
            "act_type": "altro",
        },
    ),
    Layout(
        "regione_numero_adozione",
        """REGIONE TOSCANA
DIREZIONE AMBIENTE ED ENERGIA
Movimento contabile ai sensi della D.G.R. n. 585/2018
Numero adozione: 9121 - Data adozione: 22/06/2020
Oggetto: POR FESR 2014-2020. Liquidazione del saldo del contributo al Comune di Pratovecchio per lavori di efficientamento energetico.
CUP H14J18000020006
IL DIRIGENTE
Visto il decreto n. 1201 del 04/02/2019 con il quale sono stati impegnati € 90.000,00;
DECRETA
1. di liquidare la somma di € 27.000,00 quale saldo del contributo.
""",
        {
            "number": "9121",
            "date": "2020-06-22",
            "issuer": "Regione Toscana",
            "act_type": "liquidazione",
            "amount": "27000.00",
            "kind": "decreto",
            "amount_role": "liquidato",
            "cup": ("H14J18000020006",),
        },
    ),
    Layout(
        "regione_registro_decreti",
        """REGIONE CALABRIA
GIUNTA REGIONALE
DIPARTIMENTO TUTELA DELLA SALUTE
DECRETO DIRIGENTE DEL SETTORE
(assunto il giorno 05/03/2018 prot. N° 210)
"Registro dei decreti dei Dirigenti della Regione Calabria"
n°. 1874 del 12/03/2018
OGGETTO: CONCORSO PUBBLICO PER TITOLI ED ESAMI PER LA COPERTURA DI N. 4 POSTI DI DIRIGENTE MEDICO. NOMINA COMMISSIONE ESAMINATRICE.
IL DIRIGENTE DI SETTORE
VISTA la legge regionale 13 maggio 1996, n. 7;
""",
        {
            "number": "1874",
            "date": "2018-03-12",
            "kind": "decreto",
            "issuer": "Regione Calabria",
            "act_type": "assunzione_personale",
            "amount": None,
        },
    ),
    Layout(
        "commissario_ad_acta",
        """REGIONE MOLISE
Il Commissario ad acta
per l'attuazione del Piano di rientro
(delibera del Consiglio dei Ministri del 7 dicembre 2018)
DECRETO
N. U00031 del 10/05/2019
Oggetto: Approvazione del Programma operativo straordinario 2019-2021.
IL COMMISSARIO AD ACTA
VISTO lo Statuto;
""",
        {
            "number": "U00031",
            "date": "2019-05-10",
            "kind": "decreto",
            "organ": "commissario",
            "issuer": "Regione Molise",
            "act_type": "altro",
        },
    ),
    Layout(
        "asl_flat",
        (
            "1 REGIONE AUTONOMA DELLA SARDEGNA AZIENDA SANITARIA LOCALE N. 9 TERRALTA DELIBERAZIONE DEL DIRETTORE GENERALE "
            "N. 118 DEL 12/03/2014 OGGETTO: FORNITURA DI DISPOSITIVI MEDICI PER DIALISI PERITONEALE. AUTORIZZAZIONE A "
            "CONTRARRE MEDIANTE PROCEDURA APERTA. IL DIRETTORE GENERALE (firma digitale apposta) ACQUISITI I PARERI DI "
            "DIRETTORE SANITARIO FAVOREVOLE X La presente Deliberazione viene pubblicata nell Albo Pretorio on-line Dal "
            "13/03/2014 Al 28/03/2014\n"
            "\n"
            "2 Su proposta del Direttore del Servizio Provveditorato; Premesso che la spesa storica è stata di 1.200.000 "
            "euro annui\n"
        ),
        {
            "number": "118",
            "date": "2014-03-12",
            "kind": "delibera",
            "issuer": "ASL n. 9 Terralta",
            "act_type": "acquisto_dispositivi_medici",
            "amount": None,
            "subject": "FORNITURA DI DISPOSITIVI MEDICI PER DIALISI PERITONEALE. AUTORIZZAZIONE A CONTRARRE MEDIANTE PROCEDURA APERTA.",
        },
    ),
    Layout(
        "azienda_ospedaliera",
        """AZIENDA OSPEDALIERO-UNIVERSITARIA DI MONTELUPO
Via dell'Ospedale, 1 - 00100 - C.F. - P. IVA 01234567897
DELIBERAZIONE DEL COMMISSARIO STRAORDINARIO N. 351 DEL 06/10/2016
OGGETTO: Affidamento delle forniture annuali di valvole per idrocefalo e di pinze bipolari, da destinare alla
Sala Operatoria di Neurochirurgia. Attivazione indagine di mercato e contestuale autorizzazione a contrarre.
IL RESPONSABILE DEL SERVIZIO PROVVEDITORATO
VISTO il Decreto Legislativo n. 502 del 30.12.1992;
""",
        {
            "number": "351",
            "date": "2016-10-06",
            "kind": "delibera",
            "issuer": "Azienda Ospedaliero-Universitaria di Montelupo",
            "amount": None,
        },
    ),
    Layout(
        "area_vasta",
        """AZIENDA SANITARIA UNICA REGIONALE - AREA VASTA N. 2
DETERMINA DEL DIRETTORE DELLA AREA VASTA N. 2 N. 972/AV2 DEL 31/07/2018
Oggetto: ACQUISTO DI N. 3 ECOGRAFI PORTATILI PER IL PRONTO SOCCORSO - AGGIUDICAZIONE. CIG 7412345B6C
IL DIRETTORE DELLA AREA VASTA
VISTO il documento istruttorio;
- DETERMINA -
1. di aggiudicare la fornitura alla ditta Medisound S.p.A. per un importo di € 84.000,00 + IVA 22%;
2. di dare atto che il costo complessivo di € 102.480,00 (IVA inclusa) è iscritto al conto 0102020501.
""",
        {
            "number": "972",
            "date": "2018-07-31",
            "kind": "determina",
            "act_type": "acquisto_dispositivi_medici",
            "amount": "102480.00",
            "amount_vat": "inclusa",
            "amount_role": "aggiudicato",
            "cig": ("7412345B6C",),
        },
    ),
    Layout(
        "asp_delibera_anno",
        """SERVIZIO SANITARIO REGIONALE
ASP - Azienda Sanitaria Provinciale di Rocciano
DELIBERA DEL DIRETTORE GENERALE N. 77 DEL 3 FEB. 2020
Oggetto: Stipula contratto di noleggio di un ventilatore polmonare per assistito domiciliare.
Il Direttore Generale
Visto il D.Lgs. 502/92;
DELIBERA
di noleggiare l'apparecchio per mesi 12 al costo complessivo di € 4.026,00 iva compresa.
""",
        {"number": "77", "date": "2020-02-03", "kind": "delibera", "amount": "4026.00", "amount_vat": "inclusa"},
    ),
    Layout(
        "ente_numero_data_columns",
        """DETERMINAZIONE

NUMERO DATA

118 14/10/2020

Determinazione a contrarre per l'affidamento del servizio di vigilanza delle sedi territoriali dell'Istituto.

CUI 01165400589202000111

Il Direttore centrale

visto il Codice dei contratti pubblici;
vista la determinazione del 12 dicembre 2018, n. 521;
""",
        {
            "number": "118",
            "date": "2020-10-14",
            "kind": "determina",
            "act_type": "acquisto_servizi",
            "amount": None,
            "subject": "Determinazione a contrarre per l'affidamento del servizio di vigilanza delle sedi territoriali dell'Istituto.",
        },
    ),
    Layout(
        "autorita_nazionale",
        """Autorità Nazionale Portuale
Presidente
Delibera n. 66 del 2 settembre 2015
Revisione dei diritti portuali per il traffico passeggeri
Il Consiglio nell'adunanza del 2 settembre 2015;
Visto l'articolo 16 della legge 28 gennaio 1994, n. 84;
""",
        {
            "number": "66",
            "date": "2015-09-02",
            "kind": "delibera",
            "issuer": "Autorità Nazionale Portuale",
            "amount": None,
            "act_type": "altro",
        },
    ),
    Layout(
        "universita_decreto_rettorale",
        """UNIVERSITÀ DEGLI STUDI DI COLLEDORO
Area Risorse Umane
Decreto Rettorale n. 3501/2013
Prot. n. 44120 del 04/11/2013
OGGETTO: Selezione pubblica per n. 2 posti di ricercatore a tempo determinato. Approvazione atti.
IL RETTORE
VISTO lo Statuto;
DECRETA
Art. 1 Sono approvati gli atti. Roma, lì 04/11/2013
""",
        {
            "number": "3501",
            "date": "2013-11-04",
            "kind": "decreto",
            "issuer": "Università degli Studi di Colledoro",
            "year": 2013,
            "act_type": "assunzione_personale",
            "amount": None,
        },
    ),
    Layout(
        "ocr_damaged",
        """CITTA' DI CASTELNOV0
COPIA ESEMPLARE PER LA PUBBLICAZIONE
= DI DELIBERAZIONE DELLA GIUNTA COMUNALE
N. 30 del 19-02-2016
Riferim. Prop. N. GIUNT - 36 - 2016 Immediatamente esecutiva (SI )
OGGETTO: | APPROVAZIONE PROGETTO "ALBO APERTO"
L'anno DUEMILASEDICI del giorno DICIANNOVE del mese FEBBRAIO alle ore 14,00
LICARI SINDACO
""",
        {
            "number": "30",
            "date": "2016-02-19",
            "kind": "delibera",
            "organ": "giunta",
            "act_type": "altro",
            "amount": None,
            "subject": 'APPROVAZIONE PROGETTO "ALBO APERTO"',
        },
    ),
    Layout(
        "consorzio_presidente",
        """CONSORZIO DI BONIFICA DELLA PIANA
Deliberazione del Consiglio di Amministrazione
Verbale n. 8 - Deliberazione n. 54 - Seduta del 27 novembre 2014
OGGETTO: Ruolo di contribuenza anno 2015. Approvazione.
IL CONSIGLIO DI AMMINISTRAZIONE
Visto lo Statuto;
DELIBERA
di approvare il ruolo di contribuenza per l'anno 2015, dell'importo complessivo di € 1.284.550,37.
""",
        {
            "number": "54",
            "date": "2014-11-27",
            "kind": "delibera",
            "organ": "consiglio",
            "issuer": "Consorzio di Bonifica della Piana",
            "act_type": "altro",
            "amount": "1284550.37",
            "amount_role": "entrata",
        },
    ),
)
