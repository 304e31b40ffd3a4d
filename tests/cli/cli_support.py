"""How the tests of the command line call it, and the acts they use."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ACT = """COMUNE DI ROCCAFIORITA
Provincia di Prova

DETERMINAZIONE DEL RESPONSABILE DEL SETTORE TECNICO
N. {number} del {day}

OGGETTO: {subject}

IL RESPONSABILE DEL SERVIZIO

DETERMINA

di {verb} la somma complessiva di euro {amount}, IVA inclusa, a favore della ditta {supplier}.
"""


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """stdout as JSON; fails where anything else is there."""
        return json.loads(self.out)


Run = Callable[..., Ran]


def write_acts(folder: Path) -> Path:
    """Make the folder, with three acts of an invented body in it: two of April, one of May."""
    folder.mkdir()
    rows = [
        ("12", "03/04/2026", "Liquidazione fattura per la manutenzione delle strade", "liquidare", "1.234,50", "Strade Sicure S.r.l."),
        ("13", "20/04/2026", "Acquisto di sedie per la biblioteca. Impegno di spesa", "impegnare", "500,00", "Arredi Lieti S.p.A."),
        ("14", "04/05/2026", "Liquidazione fattura per la potatura dei platani", "liquidare", "300,25", "Verde Vivo S.n.c."),
    ]
    for number, day, subject, verb, amount, supplier in rows:
        text = ACT.format(number=number, day=day, subject=subject, verb=verb, amount=amount, supplier=supplier)
        (folder / f"atto_{number}.txt").write_text(text, encoding="utf-8")
    return folder
