"""Mail and certified mail: the attached acts are the documents."""

from __future__ import annotations

from email.message import EmailMessage

from digest_engine.ingest.readers import read
from tests.ingest.readers.reader_samples import pdf, zipped

ACT = pdf("DETERMINA n. 5")


def message(subject: str = "Invio atti", body: str = "Si trasmette in allegato.") -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "comune@pec.it", "redazione@pec.it", subject
    mail["Date"], mail["Message-ID"] = "Tue, 03 Mar 2026 10:00:00 +0100", "<1@pec.it>"
    mail.set_content(body)
    return mail


def attach(mail: EmailMessage, data: bytes, name: str) -> EmailMessage:
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return mail


def test_an_attached_act_is_the_document() -> None:
    (document,) = read(attach(message(), ACT, "atto.pdf").as_bytes(), "mail.eml").documents
    assert (document.name, document.text) == ("mail.eml/atto.pdf", "DETERMINA n. 5")


def test_it_is_said_that_the_message_is_not_an_act() -> None:
    (document,) = read(attach(message("Invio"), ACT, "atto.pdf").as_bytes(), "mail.eml").documents
    assert document.warnings[0].startswith("allegato al messaggio «Invio»")


def test_a_message_without_attachments_is_read_itself() -> None:
    (document,) = read(message(body="Determina n. 7: è impegnata la somma.").as_bytes(), "mail.eml").documents
    assert "Oggetto: Invio atti" in document.text
    assert document.text.endswith("Determina n. 7: è impegnata la somma.")


def test_an_html_message_is_read_as_its_text() -> None:
    mail = message()
    mail.set_content("<p>Determina <b>n. 8</b></p><p>fine</p>", subtype="html")
    assert read(mail.as_bytes(), "mail.eml").documents[0].text.endswith("Determina n. 8\n\nfine")


def test_a_certified_mail_is_opened_to_the_act() -> None:
    outer = message("POSTA CERTIFICATA: Invio")
    outer.add_attachment(attach(message(), ACT, "atto.pdf"), filename="postacert.eml")
    attach(outer, b"<postacert/>", "daticert.xml")
    outer.add_attachment(b"0\x80", maintype="application", subtype="x-pkcs7-signature", filename="smime.p7s")
    reading = read(outer.as_bytes(), "pec.eml")
    assert [document.name for document in reading.documents] == ["pec.eml/postacert.eml/atto.pdf"]
    assert reading.failures == ()


def test_a_zip_attached_to_a_mail_is_opened() -> None:
    mail = attach(attach(message(), zipped({"a.txt": "uno"}), "lotto.zip"), b"\x00\x01\x02" * 50, "foto.raw")
    reading = read(mail.as_bytes(), "mail.eml")
    assert [document.name for document in reading.documents] == ["mail.eml/lotto.zip/a.txt"]
    assert [failure.name for failure in reading.failures] == ["mail.eml/foto.raw"]


def test_a_path_in_an_attachments_name_is_dropped() -> None:
    (document,) = read(attach(message(), ACT, "../../etc/atto.pdf").as_bytes(), "mail.eml").documents
    assert document.name == "mail.eml/atto.pdf"


def test_mails_in_mails_stop_at_the_depth_limit() -> None:
    mail = message()
    for _ in range(30):
        outer = message()
        outer.add_attachment(mail)
        mail = outer
    assert [failure.reason for failure in read(mail.as_bytes(), "mail.eml").failures] == ["too_deep"]


def test_an_act_that_begins_with_a_label_is_not_a_mail() -> None:
    assert read(b"Oggetto: acquisto carta\nData: 3 marzo 2026\n\nDETERMINA", "a.txt").documents[0].media_type == "text/plain"
