#!/usr/bin/env python3
"""Checks that C++ files are formatted by clang-format 19 and the project's .clang-format.

Skipped (exit status 77) where clang-format-19 is not installed: another version formats differently.
"""

import re
import shutil
import subprocess
import sys

from project_files import TOP_FOLDERS, arguments, finish, project_files

PROGRAM = "clang-format-19"
# Inputs and outputs of the converter: how they are laid out is what is tested.
EXCLUDED = re.compile(r"^test/golden/|_generated\.")
FINDING = re.compile(r"^(.+?):(\d+):\d+: ", re.MULTILINE)


def main():
    options = arguments(__doc__)
    program = shutil.which(PROGRAM)
    if program is None:
        print(f"skipped: there is no {PROGRAM}")
        return 77
    files = [
        str(path)
        for path in project_files(options.root)
        if path.suffix in (".cpp", ".h") and path.parts[0] in TOP_FOLDERS and not EXCLUDED.search(str(path))
    ]
    errors = []
    if files:
        done = subprocess.run(
            [program, "--dry-run", *files], cwd=options.root, capture_output=True, text=True, check=False)
        first_lines = {}
        for found in FINDING.finditer(done.stderr):
            if found[1] in files:
                first_lines.setdefault(found[1], found[2])
        errors = [f"{path}:{line}: not formatted; run {PROGRAM} -i {path}" for path, line in first_lines.items()]
        if done.returncode != 0 and not errors:
            errors = [done.stderr.strip()]
    return finish("check_format", f"{len(files)} files", errors)


if __name__ == "__main__":
    sys.exit(main())
