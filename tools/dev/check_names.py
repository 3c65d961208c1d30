#!/usr/bin/env python3
"""Checks that one thing has one name everywhere.

files        source files and folders are snake_case
base names   a library has one source of a name; a header, its source and its public header count once
hidden       a name in an anonymous namespace is not repeated in a namespace inside of the one around it: where a unity
             build compiles both files as one, the inner name would hide the outer one without an error
unique       constants and types in anonymous namespaces of one folder have different names: a unity build may compile its files
             as one, and which ones depends on the compiler options of single files
constructs   lib/convert/<name>.cpp = test/golden/transform/<name>/ = a heading in docs/reference/language/; each
             row of converters.def has its file
operations   a row of ops.def has one block_<name> in runtime/ops, a row in test/ops, and stands in docs/reference/ops.md
kinds        an id of ir::OpKind is declared by the block of the operation that it names, and by no other
dispatch     the layers of the runtime identify an operation by its id or its traits, never by its name; so do those of lib
             after the model is built
diagnostics  an id of lib/diag/diagnostics.def is in a test and in the docs
contract     a name that lib/emit/runtime_names.h emits is declared in what <ag/staging/generated.h> includes

A part that does not exist yet is named as such in the last line, and what does exist is compared.
"""

import re
import sys

import check_layers
from anonymous_names import anonymous_names
from ops_table import TABLE, read_rows
from project_files import TOP_FOLDERS, arguments, finish, project_files, read
from write_ops_doc import ops_document

KINDS = "runtime/graph/op_kind.h"
# Folders of the runtime in which no string is the name of an operation, and the exceptions: words that are displayed.
NAMELESS = ("exec", "grad", "llvm", "lower", "passes", "program_passes", "trace")
DISPLAYED = {("runtime/exec/profile_report.cpp", "mean"), ("runtime/lower/profile_regions.cpp", "while_loop")}
# The name of an operation in a comparison; OpTable::find has the only one.
OP_NAME = r"\bop(_|\(\))?(->|\.)name\b"
COMPARED = re.compile(rf"{OP_NAME}\)*\s*[!=]=|[!=]=\s*[\w.>()-]*{OP_NAME}"
                      rf"|\b(strcmp|find|contains|starts_with|ends_with|string_view)\b[^;]*{OP_NAME}")
COMPARISON_OF_NAMES = "runtime/graph/op_def.cpp"
# Folders of lib that read the model, and a comparison of a name in it with a literal.
READERS_OF_MODEL = ("analysis", "convert", "emit", "explain", "model", "transform")
COMPARED_LITERAL = re.compile(r'(\.|->)name\)*\s*[!=]=\s*"|"\s*[!=]=\s*[\w.>()-]*(\.|->)name\b')
SNAKE_CASE = re.compile(r"^[a-z0-9][a-z0-9_]*(\.[a-z0-9_]+)*$")
CONSTANT_OR_TYPE = re.compile(r"k?[A-Z]")
FREE_NAMES = re.compile(r"(^|/)(CMakeLists\.txt|README\.md|\.[a-z-]+)$|^tools/cmake/Ag\w+\.cmake(\.in)?$|^test/golden/.*\.(flags|args)$")
# lib/convert files that are steps shared by several constructs, not a construct that people write
STEPS = {"else_if", "entry", "jumps", "names", "pipeline", "return_types", "state"}
# test/golden/transform folders beside the constructs: what jumps.cpp lowers, and topics about the whole file
GOLDEN_TOPICS = {"break", "continue", "return", "calls", "capture", "diagnostics", "eager", "effects", "entry", "headers", "lambda", "layout", "lists", "macro", "method", "nested", "numbers", "refused", "state", "template", "text", "unchanged"}

# Names that two folders of a library have: a list that only shrinks.
REPEATED = {
    "lib": {"compile_commands", "explain", "jumps", "long_loops", "recursion", "render_json", "render_text", "subscript", "transform", "variants"},
    "runtime": {"control_flow", "convolution", "cxx", "decompositions", "effects", "element", "elementwise", "index", "index_spec", "literal",
                "matmul", "ops", "order", "recording", "shape", "staged", "text", "variable"},
}
# Names in anonymous namespaces that are repeated in an inner namespace of a library: a list that only shrinks.
HIDDEN = {
    "lib": {"formatted"},
    "runtime": {"Row", "Writer", "converted", "extent", "fail", "handle", "integer", "is_symbol", "kShownElements", "kSuffix", "number",
                "overwrite", "refuse"},
}
# Constants and types that two files of a folder define in anonymous namespaces: a list that only shrinks.
DEFINED_TWICE = {"lib": set(), "runtime": {"Add", "Multiply", "kLattice"}}


class Checker:
    def __init__(self, root):
        self.root = root
        self.files = project_files(root)
        self.names = {str(path) for path in self.files}
        self.errors = []
        self.looked_at = []

    def under(self, prefix, *suffixes):
        return [path for path in self.files if str(path).startswith(prefix) and (not suffixes or path.suffix in suffixes)]

    def text_of(self, paths):
        return "\n".join(read(self.root, path) for path in paths)

    def exists(self, path, topic):
        if path in self.names:
            return True
        self.looked_at.append(f"no {topic} ({path} is not there)")
        return False

    def error(self, place, message):
        self.errors.append(f"{place}: {message}")

    def check_files(self):
        count = 0
        for path in self.files:
            if path.parts[0] not in TOP_FOLDERS or FREE_NAMES.search(str(path)):
                continue
            count += 1
            for part in path.parts:
                if not SNAKE_CASE.match(part):
                    self.error(f"{path}:1", f"'{part}' is not snake_case")
                    break
        self.looked_at.append(f"{count} file names")

    def check_base_names(self):
        layers = check_layers.Checker(self.root)
        for library, repeated in REPEATED.items():
            places = {}
            for path in self.under(f"{library}/", ".h", ".cpp", ".def"):
                places.setdefault(path.stem, set()).add(path.parent)
            for stem in sorted(set(places) | set(repeated)):
                found = distinct_places(layers, stem, places.get(stem, set()))
                allowed = 2 if stem in repeated else 1
                if len(found) > allowed:
                    self.error(f"{found[-1]}/{stem}", f"'{stem}' is the name of {len(found)} sources, in {', '.join(map(str, found))}; choose another name")
                elif len(found) < allowed and f"{library}/CMakeLists.txt" in self.names:
                    self.error("tools/dev/check_names.py", f"'{stem}' is not the name of two sources of {library}; remove it from REPEATED")
        self.looked_at.append(f"{sum(map(len, REPEATED.values()))} repeated base names")

    def check_constructs(self):
        table = "lib/convert/converters.def"
        if not self.exists(table, "constructs"):
            return
        rows = re.findall(r"^AG_\w+\(\s*(\w+)", re.sub(r"//.*", "", read(self.root, table)), re.MULTILINE)
        for name in rows:
            if f"lib/convert/{name}.cpp" not in self.names:
                self.error(table, f"'{name}' has no lib/convert/{name}.cpp")
        constructs = sorted(({path.stem for path in self.under("lib/convert/", ".cpp")} | set(rows)) - STEPS)
        golden = {path.parts[3] for path in self.under("test/golden/transform/") if len(path.parts) > 4}
        pages = self.under("docs/reference/language/", ".md")
        headings = headings_of(self.text_of(pages))
        if not pages:
            self.looked_at.append("no headings of the language (docs/reference/language is not there)")
        for name in constructs:
            if golden and name not in golden:
                self.error(f"lib/convert/{name}.cpp", f"'{name}' has no case in test/golden/transform/{name}/")
            if pages and name not in headings:
                self.error(f"lib/convert/{name}.cpp", f"'{name}' has no heading in docs/reference/language/")
        for name in sorted(golden - set(constructs) - GOLDEN_TOPICS):
            self.error(f"test/golden/transform/{name}", f"there is no construct lib/convert/{name}.cpp, nor a topic of that name in check_names.py")
        self.looked_at.append(f"{len(constructs)} constructs" + ("" if golden else " without golden cases (no test/golden/transform)"))

    def check_operations(self):
        if not self.exists(TABLE, "operations"):
            return
        text = read(self.root, TABLE)
        rows = read_rows(text)
        have_blocks = bool(self.under("runtime/ops/", ".cpp"))
        have_tests = bool(self.under("test/ops/", ".cpp"))
        if have_blocks:
            self.check_blocks(rows)
            self.check_kinds()
        if have_tests:
            self.check_rows(rows)
        self.check_dispatch({row.name for row in rows if row.kind != "AG_FN"})
        seen = {}
        for row in rows:
            if row.kind != "AG_FN" and row.name in seen:
                self.error(f"{TABLE}:{row.line}", f"'{row.name}' is an operation already, line {seen[row.name]}")
            elif row.kind != "AG_FN":
                seen[row.name] = row.line
        self.looked_at.append(f"{len(rows)} rows of operations" + ("" if have_blocks else ", no runtime/ops yet")
                              + ("" if have_tests else ", no test/ops yet"))
        if self.exists("docs/reference/ops.md", "list of operations") and read(self.root, "docs/reference/ops.md") != ops_document(text):
            self.error("docs/reference/ops.md:1", "is not what tools/dev/write_ops_doc.py writes; run it")

    def check_blocks(self, rows):
        """A node has block_<name> in one file of runtime/ops; a composed function is defined in the runtime."""
        blocks, words = {}, set()
        for path in self.under("runtime/", ".cpp"):
            text = re.sub(r"//.*", "", read(self.root, path))
            words |= set(re.findall(r"\b(\w+)\(", text))
            if path.parts[1] == "ops":
                for name in re.findall(r"^[^(\n]*\bOpBlock block_(\w+)\s*[={]", text, re.MULTILINE):
                    blocks.setdefault(name, []).append(str(path))
        for row in rows:
            places = blocks.get(row.name, [])
            if row.kind == "AG_FN":
                if row.name not in words:
                    self.error(f"{TABLE}:{row.line}", f"the function '{row.name}' is defined nowhere in runtime/")
            elif len(places) != 1:
                found = f"{len(places)} blocks ({', '.join(places)})" if places else "no block"
                self.error(f"{TABLE}:{row.line}", f"'{row.name}' has {found} 'OpBlock block_{row.name}' in runtime/ops")
        for name in sorted(set(blocks) - {row.name for row in rows}):
            self.error(blocks[name][0], f"block_{name} has no row in {TABLE}")

    def check_kinds(self):
        """An id of ir::OpKind is the name of an operation in CamelCase, and the block of that operation declares it."""
        if not self.exists(KINDS, "kinds of operations"):
            return
        body = re.search(r"enum class OpKind[^{]*{(.*?)}", re.sub(r"//.*", "", read(self.root, KINDS)), re.DOTALL)
        kinds = set(re.findall(r"\w+", body.group(1) if body else "")) - {"Other", "count_"}
        for path in self.under("runtime/ops/", ".cpp"):
            text = re.sub(r"//.*", "", read(self.root, path))
            for name, block in re.findall(r"^[^(\n]*\bOpBlock block_(\w+)\s*([={][^;]*);", text, re.MULTILINE):
                own = "".join(word.capitalize() for word in name.split("_"))
                for kind in re.findall(r"\bOpKind::(\w+)", block):
                    if kind != own:
                        self.error(path, f"block_{name} declares OpKind::{kind}; the kind of '{name}' is OpKind::{own}")
                    kinds.discard(kind)
        for kind in sorted(kinds):
            self.error(KINDS, f"no block in runtime/ops declares OpKind::{kind}")

    def check_dispatch(self, operations):
        """No layer compares the name of an operation, so that a renamed operation keeps its meaning."""
        for path in self.under("runtime/", ".cpp", ".h"):
            if path.parts[1] == "ops" or str(path) == COMPARISON_OF_NAMES:
                continue
            for line, text in enumerate(read(self.root, path).split("\n"), 1):
                code = re.sub(r"//.*", "", text)
                if COMPARED.search(code):
                    self.error(f"{path}:{line}", "compares the name of an operation; use its Op, its ir::OpKind or a trait")
                if path.parts[1] not in NAMELESS:
                    continue
                for name in re.findall(r'"(\w+)"', code):
                    if name in operations and (str(path), name) not in DISPLAYED:
                        self.error(f"{path}:{line}", f'"{name}" is the name of an operation; use its Op, its ir::OpKind or a trait')

    def check_model_dispatch(self):
        """No reader of the model compares the name of an expression with a literal: the builder recognizes operations."""
        for path in self.under("lib/", ".cpp", ".h"):
            if path.parts[1] not in READERS_OF_MODEL:
                continue
            for line, text in enumerate(read(self.root, path).split("\n"), 1):
                if COMPARED_LITERAL.search(re.sub(r"//.*", "", text)):
                    self.error(f"{path}:{line}", "compares a name of the model with a literal; use model::LibraryOperation")

    def check_rows(self, rows):
        """A node's name stands, as a word, in test/ops/cases_<family>.cpp or a part of it; a function's in some test."""
        anywhere = set(re.findall(r"\w+", re.sub(r"//.*", "", self.text_of(self.under("test/", ".cpp")))))
        for family in sorted({row.family for row in rows}):
            members = [row for row in rows if row.family == family]
            pattern = re.compile(rf"test/ops/cases_{family}(_\w+)?\.cpp$")
            parts = [path for path in self.files if pattern.match(str(path))]
            words = set(re.findall(r"\w+", re.sub(r"//.*", "", self.text_of(parts))))
            if not parts:
                self.error(f"{TABLE}:{members[0].line}", f"there is no test/ops/cases_{family}.cpp for {len(members)} operations")
                continue
            for row in members:
                if row.name not in (anywhere if row.kind == "AG_FN" else words):
                    self.error(f"{TABLE}:{row.line}", f"'{row.name}' has no row in test/ops/cases_{family}.cpp")

    def check_diagnostics(self):
        table = "lib/diag/diagnostics.def"
        if not self.exists(table, "diagnostics"):
            return
        text = re.sub(r"^\s*#.*|//.*", "", read(self.root, table), flags=re.MULTILINE)
        ids = re.findall(r'^AG_\w+\(\s*"?([\w-]+)', text, re.MULTILINE)
        tests = set(re.findall(r"[\w-]+", self.text_of(self.under("test/"))))
        docs_files = self.under("docs/", ".md")
        docs = set(re.findall(r"[\w-]+", self.text_of(docs_files)))
        for name in ids:
            spellings = {name, name.replace("_", "-")}
            if not spellings & tests:
                self.error(table, f"'{name}' is in no test")
            if docs_files and not spellings & docs:
                self.error(table, f"'{name}' is in no page of docs/")
        self.looked_at.append(f"{len(ids)} diagnostics")

    def check_hidden_names(self):
        for library in ("lib", "runtime", "tools/agc"):
            places = {}
            for path in self.under(f"{library}/", ".cpp"):
                for name, scope in anonymous_names(read(self.root, path)):
                    places.setdefault(name, set()).add((scope, str(path)))
            listed, hidden = HIDDEN.get(library, set()), set()
            for name, definitions in places.items():
                pairs = [(outer, inner) for outer in definitions for inner in definitions
                         if outer[1] != inner[1] and inner[0].startswith(f"{outer[0]}::")]
                if pairs:
                    hidden.add(name)
                if pairs and name not in listed:
                    outer, inner = min(pairs)
                    self.error(outer[1], f"a unity build may hide '{name}' by that of {inner[0]} in {inner[1]}")
            if places:
                for name in sorted(listed - hidden):
                    self.error("tools/dev/check_names.py", f"'{name}' is not hidden in {library}; take it from the list")
        self.looked_at.append(f"{sum(map(len, HIDDEN.values()))} names that may be hidden")

    def check_unique_names(self):
        for library in ("lib", "runtime", "tools/agc"):
            places = {}
            for path in self.under(f"{library}/", ".cpp"):
                for name, scope in anonymous_names(read(self.root, path)):
                    if CONSTANT_OR_TYPE.match(name):
                        places.setdefault((name, scope, path.parent), set()).add(str(path))
            listed, twice = DEFINED_TWICE.get(library, set()), set()
            for (name, _, _), files in places.items():
                if len(files) > 1:
                    twice.add(name)
                if len(files) > 1 and name not in listed:
                    first, second = sorted(files)[:2]
                    self.error(second, f"'{name}' is defined in {first} too, and a unity build may compile both as one")
            if places:
                for name in sorted(listed - twice):
                    self.error("tools/dev/check_names.py", f"'{name}' is not defined twice in a folder of {library}; take it from the list")
        self.looked_at.append(f"{sum(map(len, DEFINED_TWICE.values()))} names defined twice")

    def check_contract(self):
        emitted_file, entry = "lib/emit/runtime_names.h", "runtime/include/ag/staging/generated.h"
        if not self.exists(emitted_file, "emitted names") or not self.exists(entry, "contract header"):
            return
        text = re.sub(r"//.*", "", read(self.root, emitted_file))
        emitted = sorted({name for literal in re.findall(r'"((?:[^"\\]|\\.)*)"', text)
                          for name in re.findall(r"\bag::([\w:]+)|\b(AG_\w+)", literal)
                          for name in name if name})
        declared = set(re.findall(r"\w+", self.header_closure(entry)))
        for name in emitted:
            missing = [part for part in name.split("::") if part and part not in declared]
            if missing:
                self.error(emitted_file, f"'{name}' is not declared in the headers of <ag/staging/generated.h>")
        self.looked_at.append(f"{len(emitted)} emitted names")

    def header_closure(self, entry):
        """The text, without comments, of a public header and of every header of ag that it includes."""
        seen, pending, text = set(), [entry], ""
        while pending:
            path = pending.pop()
            if path in seen or path not in self.names:
                continue
            seen.add(path)
            body = read(self.root, path)
            pending += [f"runtime/include/{name}" for name in re.findall(r'#\s*include\s*[<"](ag/[\w./]+)[>"]', body)]
            text += re.sub(r"//.*", "", body)
        return text


def distinct_places(layers, stem, folders):
    """The folders that have a source of this name, without the public headers that one of the others implements."""
    def layer(folder):
        return layers.place(folder / f"{stem}.h")[1]

    implementing = {layer(folder) for folder in folders if "include" not in folder.parts}
    return sorted(folder for folder in folders if "include" not in folder.parts or layer(folder) not in implementing)


def headings_of(markdown):
    """Every name that a heading speaks of: its words, and the words of `range-for` or `range for` joined by _."""
    names = set()
    for heading in re.findall(r"^#+ (.*)$", markdown, re.MULTILINE):
        words = re.findall(r"\w+", heading.lower())
        for length in (1, 2, 3):
            names |= {"_".join(words[i:i + length]) for i in range(len(words) - length + 1)}
    return names


def main():
    options = arguments(__doc__)
    checker = Checker(options.root)
    checker.check_files()
    checker.check_base_names()
    checker.check_constructs()
    checker.check_operations()
    checker.check_diagnostics()
    checker.check_contract()
    checker.check_model_dispatch()
    checker.check_hidden_names()
    checker.check_unique_names()
    return finish("check_names", ", ".join(checker.looked_at), checker.errors)


if __name__ == "__main__":
    sys.exit(main())
