"""What the checks of this folder share: the list of files, reading them, and how findings are printed."""

import argparse
import os
import pathlib
import subprocess
import sys

TOP_FOLDERS = ("lib", "runtime", "tools", "test", "examples", "bench")
SKIPPED_FOLDERS = {".git", "__pycache__", ".cache"}  # and build/ at the top


def arguments(description):
    """The command line of every check: --root, so that tests can run it on a small tree of their own."""
    parser = argparse.ArgumentParser(description=description)
    default = pathlib.Path(__file__).resolve().parents[2]
    parser.add_argument("--root", type=pathlib.Path, default=default, help="top folder of the project")
    return parser.parse_args()


def project_files(root):
    """Every file of the project as a path relative to the root, sorted: what git knows or would add, else all files."""
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        capture_output=True,
        check=False,
    ) if (root / ".git").exists() else None
    if listed is not None and listed.returncode == 0:
        names = {name for name in listed.stdout.decode().split("\0") if name}
        return sorted(pathlib.PurePosixPath(name) for name in names if (root / name).is_file())
    found = []
    for folder, subfolders, files in os.walk(root):
        base = pathlib.Path(folder).relative_to(root)
        subfolders[:] = [name for name in subfolders if name not in SKIPPED_FOLDERS and str(base / name) != "build"]
        found += [pathlib.PurePosixPath(base / name) for name in files]
    return sorted(found)


def read(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace")


def finish(name, looked_at, errors):
    """Prints the findings, then one line that says what was looked at, and gives the exit status."""
    for error in errors:
        print(error, file=sys.stderr)
    verdict = "fine" if not errors else f"{len(errors)} error{'s' if len(errors) != 1 else ''}"
    print(f"{name}: {looked_at}: {verdict}")
    return 1 if errors else 0
