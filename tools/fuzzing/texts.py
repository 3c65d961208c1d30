"""Idioms (idioms.py) with texts, with odd declarations, and with tensors that are asked whether they have a value."""

TEXTS = {
    "chosen": """
[[const char*|std::string|auto|std::string_view]] text$u = $c ? "yes" : "no";
std::cout << text$u << [['\\n'|"\\n"|std::endl]];
$B
$t := $a
""",
    "named": ("""
[[const char*|std::string]] name$u(const $T& x) {
  if (x > $m) return "high";
  if (x < $n) {
    return "low";
  }
  return [["middle"|x == 4 ? "four" : "other"]];
}
""", """
std::cout << "is " << name$u($a) << [[" and " << name$u($b) << |]]"\\n";
[[if (std::string(name$u($b)) == "low") std::cout << "low\\n";|const std::string word$u = name$u($b); if (word$u == "high") std::cout << word$u.size() << "\\n";|]]
$t := $a
"""),
    "built": """
std::string text$u[[| = "="]];
for (int k$u = 0; k$u < $n; ++k$u) {
  if ($c) {
    text$u += [["+"|'+'|std::to_string(k$u)]];
  } else {
    text$u [[+= "-"|= text$u + "-"]];
  }
  [[text$u.push_back('.');|if ($e) text$u += "!";|]]
}
$B
std::cout << text$u << "\\n";
$t := $a + [[int(text$u.size())|(text$u.empty() ? 1 : 2)|0]]
""",
    "named objects": ("""
struct Item$u {
  std::string name;
  $T value = 0;
  int uses = 0;
  void use(const $T& x) {
    value += x;
    if (x > $m) ++uses;
  }
  [[std::string label() const { return "<" + name + ">"; }|const std::string& label() const { return name; }|]]
};
""", """
Item$u best$u{"first", $a, [[0|2]]}, other$u{[["second"|"a rather long name"|$e ? "chosen name" : "other"]], $b};
if ($c) best$u = other$u;
best$u.use($d);
[[if ($e) other$u.name = "changed";|best$u.uses += 2;|other$u = {"third", $d, 4};|if ($e) std::swap(best$u, other$u);|for (const Item$u& one$u : {best$u, other$u}) if (one$u.value > $n) best$u = one$u;]]
[[other$u.name = $c ? "up there" : "down";|other$u = Item$u{best$u.name, $b, best$u.uses};|]]
$B
std::cout << best$u.name << [[' '|", "]] << other$u.name << best$u.uses << "\\n";
$t := best$u.value + best$u.uses - other$u.value
"""),
    "named in lists": ("""
struct Entry$u {
  std::string key;
  $T weight = 0;
  int rank = 0;
};
""", """
std::vector<Entry$u> all$u{{"a", $a}, {"a rather long key", $b}};
for (int k$u = 0; k$u < $n; ++k$u) {
  if ($c) all$u.push_back({[["more"|k$u > 1 ? "late" : "early enough"]], $d, k$u});
  $B
}
[[all$u[$s % 2].key = "set";|if ($e) std::swap(all$u[0], all$u[1]);|if ($e) all$u.pop_back();]]
Entry$u top$u = all$u[0];
for (const auto& one$u : all$u) {
  if (one$u.weight > top$u.weight) [[top$u = one$u;|{ top$u = one$u; break; }]]
}
std::cout << top$u.key << " " << all$u.size() << all$u.back().key << "\\n";
$t := top$u.weight + top$u.rank
"""),
}

DECLARATIONS = {
    "comments": """
$T x$u /* the first */ = /* is */ $a  // so far
    [[+ 1|]];
$T y$u =
#if 1
    $b
#else
    $a
#endif
    ;
const $T /*of*/ z$u [[= $d|{$d}|($d + 0)]], w$u = x$u;  // two
if (/* tensor */ $c /* decides */) x$u = y$u; [[else x$u = z$u;|// done]]
$t := x$u + y$u - w$u
""",
    "designated": ("""
struct Options$u {
  $T rate = 1;
  int steps = 2;
  bool fast = false;
};
const $T run$u(const Options$u options = {.rate = 2, .steps = 3}[[|, const int more = {1}]]) {
  $T x = options.rate;
  for (int k = 0; k < options.steps; ++k) {
    if (options.fast) x += 1;
    [[if (x > $m) break;|x = x - k;]]
  }
  return x;
}
""", """
Options$u options$u{.rate = $a[[|, .fast = true|, .steps = 1]]};
if ($c) options$u.fast = [[true|!options$u.fast]];
const auto r$u = run$u(options$u);
$t := r$u + run$u([[{.rate = $b}|{$b, 2, $e ? true : false}|Options$u{}]])
"""),
    "static and types": """
using Value$u = $T;
typedef int Count$u;
static constexpr Count$u kMost$u = $n;
[[[[maybe_unused]] ]]Value$u x$u{$a}, y$u($b + 1);
Count$u k$u{};
do {
  if ($c) { x$u = x$u + y$u; }; ;
  k$u++;
  $B
} while (k$u < kMost$u);
$t := x$u + k$u
""".replace("[[[[maybe_unused]] ]]", ""),
}

UNDEFINED = {
    "best": """
Tensor best$u;
for (int k$u = 0; k$u < $n; ++k$u) {
  if ([[$c|k$u > 0|true]]) {
    if (!best$u.defined() || [[$a|$b]] > best$u) best$u = $a - k$u;
  }
  $B
}
if (!best$u.defined()) [[best$u = $b;|best$u = ag::astype($b, $a.dtype());]]
$t := best$u
""",
    "maybe": ("""
Tensor found$u(const Tensor& x, const Tensor& y) {
  Tensor r;
  if (x > y) r = x - y;
  return r;
}
""", """
Tensor x$u = [[found$u($a, $b)|found$u($b, $d)]];
[[if (x$u.defined() && $c) x$u = x$u + 1;|]]
$t := [[x$u.defined() ? x$u : $d|(!x$u.defined()) ? $d : x$u]]
"""),
}
