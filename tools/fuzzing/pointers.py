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
    "selected pointer": ("""
struct Pair$u {
  $T first, second;
};
void scaled$u($T x, $T* out) {
  if (x > $m) *out += x;
  *out = *out * 2;
}
""", """
[[$T x$u = $a, y$u = $b;|Pair$u s$u{$a, $b};
$T &x$u = s$u.first, &y$u = s$u.second;|Pair$u s$u{$a, $b};
const $T x$u = $o, y$u = $p;]]
$T u$u = $d, w$u = $o;
$T* p$u = [[&u$u|nullptr|$c ? &u$u : &w$u]];
[[if ($e) p$u = &w$u;|for (int k$u = 0; k$u < 3; ++k$u) { if ($e) p$u = p$u == &u$u ? &w$u : &u$u; if (p$u) *p$u += 1; }|]]
$B
if (!p$u) p$u = &w$u;
[[*p$u = *p$u - 1;|scaled$u($o, p$u);|++*p$u;|const $T* q$u = p$u; *p$u += *q$u;]]
[[auto& r$u = $c ? u$u : w$u; r$u += 2; u$u -= 1;|const $T& r$u = $c ? u$u : w$u; u$u += 1; w$u -= r$u;|]]
$t := u$u * 2 - w$u + x$u + y$u
"""),
    "pointer to an object": ("""
struct Moved$u {
  $T at, by;
  void move($T x) {
    if (x > $m) at += by;
    by = by + x;
  }
};
""", """
Moved$u m$u{$a, $b}, n$u{$d, $o};
[[Moved$u* p$u = $c ? &m$u : &n$u;|Moved$u* p$u = &m$u;
if ($c) p$u = &n$u;]]
[[p$u->move($o);|p$u->at += p$u->by;|*p$u = Moved$u{$o, $p};|(*p$u).move($p);]]
$B
$T* q$u = [[$e ? &m$u.at : &n$u.by|&m$u.at]];
*q$u += 2;
[[auto& r$u = $e ? m$u : n$u;
r$u.move($o);
r$u.at -= 1;|]]
$t := m$u.at - m$u.by + n$u.at * 2 + n$u.by + p$u->at
"""),
}
