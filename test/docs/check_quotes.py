#!/usr/bin/env python3
"""Compares pages with what they tell of: check_quotes.py <agc> <source root> <page>…

A block ```<language> from <file>``` stands in the file, letter for letter; a block ```cpp generated from <file>``` in what
`agc to-code` prints for it. Links to files of the repository lead to one, and each name ag::… stands in a public header.
"""
import re
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^```(\S+)( generated)? from (\S+)\n(.*?)^```$", re.M | re.S)
BLOCK = re.compile(r"^```.*?^```$", re.M | re.S)
SPAN = re.compile(r"`[^`\n]*`")  # f["x"](y) in it is code
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def generated(agc: str, source: Path, known: dict[Path, str]) -> str:
    if source not in known:
        run = subprocess.run([agc, "to-code", str(source)], capture_output=True, text=True, check=False)
        known[source] = run.stdout
    return known[source]


def main() -> int:
    agc, root = sys.argv[1], Path(sys.argv[2])
    failures, quotes, known = [], 0, {}
    headers = "".join(header.read_text() for header in (root / "runtime/include/ag").rglob("*.*"))
    words = set(re.findall(r"\w+", headers))
    for page in [page for name in sys.argv[3:] for page in sorted(root.glob(name))]:
        text = page.read_text()
        for _, is_generated, name, block in FENCE.findall(text):
            quotes += 1
            source = root / name
            if not source.exists():
                failures.append(f"{page.name}: there is no {name}")
            elif block not in (generated(agc, source, known) if is_generated else source.read_text()):
                failures.append(f"{page.name}: this is not in {'what becomes of ' if is_generated else ''}{name}:\n{block}")
        for name in sorted(set(re.findall(r"\bag::(\w+)", text)) - words):
            failures.append(f"{page.name}: there is no ag::{name}")
        for target in LINK.findall(SPAN.sub("", BLOCK.sub("", text))):
            if not (page.parent / target).exists():
                failures.append(f"{page.name}: the link to {target} leads nowhere")
    print("\n".join(failures) if failures else f"{quotes} quotes are right")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
