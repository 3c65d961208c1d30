#!/usr/bin/env python3
"""Checks the prose of comments and documentation: declarative sentences in the field's words, none too long."""

import re
import sys

from project_files import arguments, finish, project_files, read

LONGEST_SENTENCE = 35  # words
SOURCES = {".cpp", ".h", ".def"}

DETERMINERS = "a|an|all|another|each|every|first|few|last|many|more|most|next|no|of|one|other|per|same|that|the|this|two|which"
# A pattern that prose may not contain, and the remedy.
RULES = (
    (re.compile(r"[\w)`]\?(?=\s|$)"), "a question; write a declarative sentence"),
    (re.compile(r"\b(nobody|somebody|whoever|who)\b", re.I), "a person in the place of code; name the function, the caller or the user"),
    (re.compile(r"\bbehind\b", re.I), "'behind'; write 'after', 'past' or 'below'"),
    (re.compile(rf"\b({DETERMINERS}) rounds?\b", re.I), "'round'; write 'iteration'"),
    (re.compile(r"\bturned\b(?! (on|off|into))", re.I), "'turned'; write 'transposed' or 'reversed'"),
    (re.compile(r"\bgives\b", re.I), "'gives'; write 'returns', 'yields' or 'has'"),
    (re.compile(r"\bof outside\b|\bin the place of\b|\bone after the other\b", re.I), "not idiomatic; reword"),
    (re.compile(r"\b(now|no longer|any ?more|formerly|so far)\b", re.I), "history; state what holds"),
    (re.compile(r"\bW\d+[a-z]?\b"), "the label of a benchmark"),
)
COMMENT_RULES = RULES + ((re.compile(r"\bwhat\b(?!\()", re.I), "'what'; name the thing with a noun"),)
DOC_RULES = RULES + ((re.compile(r"(^|[.:;,] )What\b|, what\b"), "'what' as a subject; name the thing with a noun"),)
CODE = re.compile(r"`[^`]*`|\"[^\"]*\"|'[^']*'(?!\w)")


def comment_blocks(text):
    """Blocks of consecutive lines of `//` comments: (number of the first line, list of the lines' texts)."""
    block, start = [], 0
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*///?<? ?(.*)", line) or re.match(r"[^\"]*?[;{},)]\s+///?<? ?(.*)", line)
        trailing = found is not None and not line.lstrip().startswith("//")
        if block and (found is None or trailing):
            yield start, block
            block = []
        if found is not None:
            start = number if not block else start
            block.append(found.group(1))
            if trailing:
                yield start, block
                block = []
    if block:
        yield start, block


def paragraph_blocks(text):
    """Paragraphs of Markdown outside of code, tables and quoted messages: (number of the first line, list of the lines)."""
    block, start, fenced = [], 0, False
    for number, line in enumerate(text.splitlines() + [""], 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        prose = line.strip() and not fenced and not re.match(r"\s*(```|\||#|>|    )", line)
        if block and (not prose or re.match(r"\s*([*-]|\d+\.) ", line)):
            yield start, block
            block = []
        if prose:
            start = number if not block else start
            block.append(line)
    if block:
        yield start, block


def sentences(block):
    prose = [CODE.sub("x", line) for line in block if not line.startswith(("    ", "SPDX"))]
    return re.split(r"(?<=[.:;!?])\s+|\s[*-]\s", " ".join(prose))


def findings(path, text):
    is_document = path.suffix == ".md"
    blocks = paragraph_blocks(text) if is_document else comment_blocks(text)
    for start, block in blocks:
        for number, line in enumerate(block, start):
            plain = CODE.sub("x", line)
            for pattern, message in DOC_RULES if is_document else COMMENT_RULES:
                if pattern.search(plain):
                    yield f"{path}:{number}: {message}: {line.strip()}"
        for sentence in sentences(block):
            words = len(sentence.split())
            if words > LONGEST_SENTENCE:
                yield f"{path}:{start}: a sentence of {words} words, at most {LONGEST_SENTENCE}: {sentence[:60]}…"


def main():
    options = arguments(__doc__)
    errors, count = [], 0
    for path in project_files(options.root):
        folder = path.parts[0]
        checked = (path.suffix in SOURCES and folder in ("lib", "runtime")) or (path.suffix == ".md" and folder in ("docs", "README.md"))
        if not checked:
            continue
        count += 1
        errors += findings(path, read(options.root, path))
    return finish("check_prose", f"{count} files", errors)


if __name__ == "__main__":
    sys.exit(main())
