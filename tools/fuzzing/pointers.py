"""Idioms (idioms.py) with pointers and iterators that stay in the function."""

POINTERS = {
    "out parameter": ("""
void bumped$u($T x, $T* out[[|, int* calls = nullptr]]) {
  if (x > $m) {
    *out += x;
  } else {
    *out = *out - 1;
  }
}
[[bool|int]] tried$u(const $T& x, int& steps) {
  if (x > $n) steps += 2;
  if (x > steps) return true;
  return false;
}
""", """
$T x$u = $a;
int steps$u = 1;
bumped$u($b, &x$u);
if ($c) bumped$u($d, &x$u);
[[if (tried$u(x$u, steps$u)) x$u -= 1;|const auto ok$u = tried$u($a, steps$u); if (ok$u) x$u = x$u + 2;]]
$t := x$u + steps$u
"""),
    "iterator": """
std::[[vector<$T>|array<$T, 3>]] v$u{$o, $p, $o - 1};
auto it$u = std::[[min_element|max_element]](v$u.begin(), v$u.end());
[[*it$u += 2;|if ($c) *it$u = $p;|*it$u = $p; $T seen$u = *it$u; v$u[0] = seen$u;]]
[[for (auto k$u = v$u.begin(); k$u != v$u.end(); ++k$u) if (*k$u > $m) *k$u -= $m;|if (it$u != v$u.begin()) v$u[1] += 1;|]]
$t := v$u[0] * 2 + v$u[1] - v$u[2] + [[int(it$u - v$u.begin())|int(std::distance(v$u.begin(), it$u))|0]]
""",
    "conditional lvalue": """
$T x$u = $a, y$u = $b;
($c ? x$u : y$u) = $d;
[[($e ? y$u : x$u) += 2;|auto& r$u = $e ? x$u : y$u; r$u = r$u - 1;|$T* p$u = $e ? &x$u : &y$u; *p$u += 3;|]]
$B
$t := x$u - y$u
""",
    "pointer": """
$T v$u[3] = {$a, $b, $a + 1};
$T* p$u = [[&v$u[1]|v$u + 1]];
[[if ($c) p$u = &v$u[0];|if ($c) ++p$u;|if ($c) p$u -= 1;]]
*p$u [[=|+=|-=]] $b;
const $T* q$u = [[v$u|&v$u[0]]];
$T sum$u = 0;
[[for (int k$u = 0; k$u < 3; ++k$u) sum$u += q$u[k$u] * (k$u + 1);|for (; q$u != v$u + 3; ++q$u) sum$u += *q$u;]]
$t := sum$u + [[int(p$u - v$u)|0]]
""",
}
