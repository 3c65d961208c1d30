"""The names that a source file defines in anonymous namespaces, by the pattern of this project's formatting."""

import re

NAMESPACE = re.compile(r"namespace ([\w:]*)\s*\{")
CLOSING = re.compile(r"\}  // namespace")
DEFINITIONS = (
    re.compile(r"(?:static |inline |thread_local )*(?:constexpr|const) [^=(]*?\b(k[A-Z]\w*)(?:\[[^\]]*\])?\s*[={;]"),
    re.compile(r"(?:class|struct|enum class|enum) (\w+)"),
    re.compile(r"(?:template <.*> )?(?:\[\[[^\]]*\]\] )*(?:inline |constexpr |static )*[\w:<>,&*\s]+?[\s&*](\w+)\("),
    re.compile(r"(?:thread_local |static |const )*[\w:<>*]+ \*?(?:const )?(\w+)(?: = .*|\{.*)?;"),
)
NO_DEFINITION = (" ", "return", "if", "for", "#", "//", "}", "using")


def anonymous_names(text):
    """Pairs of a name and the namespace around the anonymous one: ("kMaxElements", "ag::detail")."""
    found, around = [], []
    for line in text.split("\n"):
        opened = NAMESPACE.match(line)
        if opened:
            around.append(opened.group(1))
        elif CLOSING.match(line):
            if around:
                around.pop()
        elif "" in around and not line.startswith(NO_DEFINITION):
            for pattern in DEFINITIONS:
                defined = pattern.match(line)
                if defined:
                    found.append((defined.group(1), "::".join(name for name in around if name)))
                    break
    return found
