#!/usr/bin/env python3
"""Writes docs/ops.md, the list of operations, from the operation table. check_names.py says when it is out of date."""

import re
import sys

from ops_table import TABLE, read_rows
from project_files import arguments, read

HEAD = """# Operations

Written by `tools/dev/write_ops_doc.py` from `{table}`; edit that file, not this one. Names and meaning follow the
Python Array API standard where it has the operation. Everything is in namespace `ag`, header `<ag/ag.h>`.
A parameter of type `TensorArg` takes a tensor, an element of one, or a host number; `PerAxis` a number for both axes of an image, or `{{rows, columns}}`;
`Padding` is `Padding::valid`, `Padding::same`, a number for all sides, or `{{{{top, bottom}}, {{left, right}}}}`.
"""


def short_parameters(parameters):
    """Parameter list as a reader wants it: no const references, no source location."""
    parameters = re.sub(r",?\s*SourceLocation \w+ = SourceLocation::current\(\)", "", parameters)
    parameters = re.sub(r"\bconst (\w[\w:<>, ]*)&", r"\1", parameters)
    return re.sub(r"\s+", " ", parameters).strip()


def ops_document(text):
    families = {}
    for row in read_rows(text):
        families.setdefault(row.family, []).append(row)
    lines = [HEAD.format(table=TABLE)]
    for family, rows in families.items():
        lines += [f"## {family}", "", "| function | what it gives |", "|---|---|"]
        for row in rows:
            if row.kind == "AG_NODE":
                continue
            signature = f"{row.result} {row.name}({short_parameters(row.parameters)})".replace("|", "\\|")
            lines.append(f"| `{signature}` | {row.description} |")
        nodes = [row for row in rows if row.kind == "AG_NODE"]
        if nodes:
            lines += ["", "In graphs only: " + "; ".join(f"`{row.name}` ({row.description})" for row in nodes) + "."]
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


def main():
    options = arguments(__doc__)
    document = ops_document(read(options.root, TABLE))
    (options.root / "docs/ops.md").write_text(document, encoding="utf-8")
    print("docs/ops.md written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
