"""QR codes of the page's script, compared with those of python-qrcode 8 for the same text, level and each mask."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess

import pytest
from rcwkit.bundled import bundled

NODE = shutil.which("node") or shutil.which("nodejs")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node.js is missing (Debian: apt-get install nodejs)")
CODES = {
    "HELLO": ("7e12bd5714 9f0316808c 49e41e91a0 350d88395c d5cb30f239 cf8a41c08d a704cc0c8a 43e1a96bf1"),
    "x" * 17: ("6297c0fd9b ea956c2e64 8fff331a29 26cb077c62 f675564a4c c351c78479 8ab2155497 b76e91f718"),
    "rcwkit:#roll=ukraine&game=triumph_of_chaos&controller=red&code=1234-ABCD": (
        "27ca8b9ae8 ef490b14ad 10e0e4bf9e 3fd27978dc 7d77d57771 8151c739fa 55783ed71b 2b5211d67f"
    ),
    "ü€" * 30: ("4e802d7b3d 589c9cb904 8c1066e363 e0811f6e0e 27871fc99d d22950d23d d9e10e48ab 8aaa224273"),
    "q" * 400: ("df811744fe a044d8e50b e243f3a488 8183398464 8082dd1e82 e3a802ae0d ba85759e7e fc134cf914"),
    "q" * 858: ("9cb59df0b5 e3b4d0cb0f 0dd1f25cd2 9f64b8ca6f 1b17eda1fe 551c3acc22 94edfdba55 5d77536f1e"),
}
"""The first digits of the SHA-256 of each code's rows of # and ., joined by line feeds, for the eight masks."""


def _rows(text: str) -> list[str]:
    """Return the rows of a text's code, run in Node, or its error."""
    assert NODE is not None
    script = (
        (bundled("templates") / "preview" / "qr.js").read_text(encoding="utf-8").replace("export function", "function")
    )
    tried = (
        "try { console.log(JSON.stringify(qr(%s).map((row) => row.map((dark) => (dark ? '#' : '.')).join('')))) }"
        " catch (error) { console.log(JSON.stringify([error.message])) }"
    )
    done = subprocess.run(
        [NODE, "-e", f"{script}\n{tried % json.dumps(text)}"], capture_output=True, text=True, check=True
    )
    rows: list[str] = json.loads(done.stdout)
    return rows


@pytest.mark.parametrize("text", CODES, ids=lambda text: f"{len(text)} characters")
def test_a_code_is_one_of_the_eight_of_another_program(text: str) -> None:
    found = hashlib.sha256("\n".join(_rows(text)).encode()).hexdigest()[:10]
    assert found in CODES[text].split(" ")


def test_a_text_that_does_not_fit_is_refused() -> None:
    assert _rows("q" * 859) == ["859 bytes are too many for a code; the limit is 858"]
