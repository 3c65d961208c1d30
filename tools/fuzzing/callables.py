"""Idioms (idioms.py) with what is called: lambdas, function objects, pointers to functions; templates; and classes."""

CALLABLES = {
    "counter": """
$T sum$u = $a;
int calls$u = 0;
auto add$u = [[[&](const $T& x) {|~[&sum$u, &calls$u]($T x) {|~[&](auto x) {]]
  if (x > [[$m|sum$u]]) {
    sum$u [[+=|-=]] x;
    ++calls$u;
  }
};
add$u($b);
$B
if ($c) add$u($d);
for (int k$u = 0; k$u < $n; ++k$u) add$u(sum$u + k$u);
$t := sum$u + calls$u
""",
    "function object": ("""
struct Scale$u {
  $T by;
  int used = 0;
  $T operator()($T x) [[|const]] {
    if (x > by) return x - by;
    return x [[*|+]] [[2|by]];
  }
};
template <class F>
$T applied$u(F f, $T x) {
  $T y = f(x);
  if (y < $m) y = f(y + 1);
  return y;
}
""", """
Scale$u scale$u{$a};
if ($c) scale$u.by = $b;
$t := [[applied$u(scale$u, $d)|scale$u($d) - scale$u($b)]]
"""),
    "function pointer": ("""
$T up$u($T x) {
  if (x > $m) return x - $m;
  return x + 1;
}
$T down$u($T x) { return x - $n; }
$T through$u($T (*f)($T), $T x) { return f(x) + f(x + 1); }
""", """
[[$T (*f$u)($T) = up$u;|auto f$u = &up$u;|auto* f$u = up$u;|using F$u = $T (*)($T); F$u f$u = &down$u;]]
[[if ($c) f$u = down$u;|f$u = $c ? up$u : down$u;|]]
$B
$t := [[f$u($a)|through$u(f$u, $a)|(*f$u)($a) - through$u(down$u, $b)]]
"""),
    "returned lambda": ("""
auto make$u($T k) {
  return [[[k]|[=]]]($T x) { return x > k ? x - k : k - x; };
}
template <class F>
auto twice$u(const F& f, $T x) {
  auto y = f(x);
  return f(y);
}
""", """
auto f$u = make$u($a);
[[auto g$u = [](auto f, auto x) { return f(x) + 1; };|auto g$u = [&](auto&& f, const $T& x) -> $T { if ($c) return f(x); return x; };]]
$t := [[twice$u(f$u, $b)|g$u(f$u, $b)|twice$u([&](const $T& x) { return g$u(f$u, x); }, $b)]]
"""),
    "std::function": """
std::function<$T($T)> f$u = [[[&]($T x) { return x + $a; }|~[]($T x) { return x > $m ? $T(x - $m) : x; }|~[=](auto x) { return x - 1; }]];
if ($c) f$u = [&]($T x) { return x - $b; };
$B
std::vector<std::function<$T($T)>> steps$u{f$u, [](const $T& x) -> $T { return x + $n; }};
$T x$u = $a;
for (const auto& step$u : steps$u) x$u = step$u(x$u);
$t := x$u
""",
    "transformed": """
std::vector<$T> v$u{$a, $b, $d};
[[std::transform(v$u.begin(), v$u.end(), v$u.begin(), [&](const $T& x) { return $c ? x + 1 : x - $n; });|std::for_each(v$u.begin(), v$u.end(), []($T& x) { if (x > $m) x -= $m; });|for (auto& x$u : v$u) x$u = [&] { if (x$u < $m) return x$u + 1; return x$u - 1; }();]]
$t := v$u[0] + v$u[1] * 2 - v$u[2]
""",
    "mutable": """
auto next$u = [k$u = $T([[$a|$b]])]() mutable {
  k$u [[+= 1|= k$u + 2]];
  return k$u;
};
$T x$u = next$u();
if ($c) x$u += next$u();
$t := x$u - next$u()
""",
}

GENERICS = {
    "function template": ("""
template <class T>
T climbed$u(T x, int n) {
  T r = x;
  for (int k = 0; k < n; ++k) {
    if (r > T($m)) r = r - x;
    [[else r = r + T(k);|r += T(1);]]
  }
  return r;
}
""", """
$t := climbed$u[[|<$T>]]($a, [[$n|$s]]) + climbed$u([[$b|$T($b)]], 2)
"""),
    "several types": ("""
template <class A, class B[[|, int Count = 2]]>
auto mixed$u(const A& x, B y) {
  [[auto r = x + y;|decltype(x + y) r = x + y;|std::common_type_t<A, B> r = x;]]
  if (y > 2) r = r - x;
  return r;
}
template <class... Ts>
auto all$u(Ts... parts) { return (parts + ... + 0); }
""", """
$t := mixed$u($a, [[$s|$b|1]]) + [[all$u($a, $b, $n)|all$u(1, $a)]]
"""),
    "choice by type": ("""
template <class T>
T by_type$u(T x) {
  if constexpr (std::is_same_v<T, Tensor>) {
    if (ag::sum(x) > $m) return x - 1;
    return x + 1;
  } else {
    T r{};
    while (r < x && r < 5) r += 2;
    return r;
  }
}
""", """
$t := by_type$u($a) + by_type$u(2) + [[by_type$u($s)|0]]
"""),
    "class template": ("""
template <class T[[|, int N = 3]]>
class Mean$u {
 public:
  [[explicit |]]Mean$u(T first) : sum_(first) {}
  void add(const T& x) {
    if (x > sum_) sum_ += x;
    ++count_;
  }
  T sum() const { return sum_; }
  int count() const { return count_; }
 private:
  T sum_;
  int count_ = 1;
};
""", """
Mean$u[[|<$T>]] mean$u{$T($a)};
if ($c) mean$u.add($b);
$B
for (int k$u = 0; k$u < $n; ++k$u) mean$u.add($d + k$u);
$t := mean$u.sum() + mean$u.count()
"""),
}

OBJECTS = {
    "constructor": ("""
$T clipped$u($T x) {
  if (x > $m) return x - $m;
  return [[x|x + 1]];
}
class Box$u {
 public:
  Box$u($T x, int k [[|= 2]]) : value_(clipped$u(x)), k_(k) {
    [[if (x < 0) value_ = clipped$u(value_ + 1);|]]
  }
  Box$u& add(const $T& x) {
    if (x > value_) {
      value_ = value_ + x;
    } else {
      k_ += 1;
    }
    return *this;
  }
  $T value() const { return clipped$u(value_) + k_; }
 private:
  $T value_;
  int k_;
};
""", """
Box$u box$u[[($a, 1)|{$a, 2}| = Box$u($a, 3)]];
if ($c) box$u.add($b);
$B
[[box$u.add($b).add($d);|while (box$u.value() < $m && $e) { box$u.add($b); break; }|box$u = Box$u($b, 4);]]
$t := box$u.value()
"""),
    "kept in containers": ("""
struct Cell$u {
  $T total = 0;
  int count = 0;
  void add($T x) {
    total += x;
    if (x > $m) ++count;
  }
};
""", """
std::array<Cell$u, 3> cells$u;
for (auto& cell$u : cells$u) cell$u.add($a);
cells$u[[[$s % 3]|[1]|[0]]].add($b);
if ($c) cells$u[2].add($d);
$t := cells$u[0].total + cells$u[1].total - cells$u[2].total + cells$u[1].count
"""),
    "states": ("""
enum [[class |]]Mode$u { Idle$u, Up$u, Down$u = [[5|2]] };
Mode$u next$u(Mode$u mode, const $T& x) {
  switch (mode) {
    case Mode$u::Idle$u:
      return x > $n ? Mode$u::Up$u : Mode$u::Down$u;
    case Mode$u::Up$u:
      if (x > $m) return Mode$u::Idle$u;
      break;
    default:
      [[return Mode$u::Idle$u;|break;]]
  }
  return mode;
}
""", """
Mode$u mode$u = Mode$u::Idle$u;
$T sum$u = $b;
for (int k$u = 0; k$u < $n; ++k$u) {
  mode$u = next$u(mode$u, $a + k$u);
  if (mode$u == Mode$u::Up$u) [[sum$u += k$u;|{ sum$u = sum$u - $a; if ($c) break; }]]
  else if (mode$u != Mode$u::Idle$u) sum$u -= 2;
}
$t := sum$u + static_cast<int>(mode$u)
"""),
    "results": ("""
std::optional<$T> root$u($T x) {
  if (x < $n) return std::nullopt;
  return x - $n;
}
std::[[pair|tuple]]<$T, int> split$u(const $T& x) {
  int k = 0;
  $T rest = x;
  while (rest > $m && k < 4) {
    rest -= $m;
    ++k;
  }
  return {rest, k};
}
""", """
auto [rest$u, times$u] = split$u($a);
[[const auto found$u = root$u($b); $T r$u = found$u ? *found$u : $d;|$T r$u = root$u($b).value_or([[2|1]]);|$T r$u = $d; if (auto found$u = root$u($b)) r$u = *found$u + 1;]]
$B
$t := rest$u + times$u - r$u
""".replace("|$T r$u = root$u($b).value_or([[2|1]]);", "")),
    "flags": """
bool found$u = false, done$u{};
unsigned bits$u = 0;
long count$u = 0;
for (int k$u = 0; k$u < $m && !done$u; ++k$u) {
  if ([[$c|$a > k$u]]) {
    found$u = true;
    bits$u |= 1u << k$u;
  } else if (found$u) {
    done$u = [[true|$e ? true : false]];
  }
  count$u += found$u ? k$u : -1;
  $B
}
char letter$u = found$u ? 'y' : 'n';
[[std::cout << letter$u << count$u << "\\n";|if (letter$u == 'y') count$u += 2;]]
$t := $b + count$u + int(bits$u % 7) + (found$u && !done$u)
""",
    "inherited": ("""
struct Shape$u {
  virtual ~Shape$u() = default;
  virtual $T area(const $T& x) const = 0;
  $T twice(const $T& x) const { return area(x) + area(x + 1); }
};
struct Square$u : Shape$u {
  $T side;
  explicit Square$u($T s) : side(s) {}
  $T area(const $T& x) const override {
    if (x > side) return x - side;
    return side;
  }
};
struct Line$u final : Shape$u {
  $T area(const $T& x) const override { return x [[+|-]] $n; }
};
""", """
Square$u square$u($a + 0);
Line$u line$u;
[[const Shape$u& shape$u = square$u;|const Shape$u* chosen$u = &line$u; const Shape$u& shape$u = *chosen$u;|std::unique_ptr<Shape$u> owned$u = std::make_unique<Square$u>($b); const Shape$u& shape$u = *owned$u;]]
$T r$u = shape$u.twice($b);
if ($c) r$u += line$u.area($d);
$t := r$u
"""),
    "operators": ("""
struct Pair$u {
  $T x, y;
  Pair$u operator+(const Pair$u& o) const { return {x + o.x, y + o.y}; }
  Pair$u& operator+=(const Pair$u& o) {
    x += o.x;
    if (o.y > y) y = o.y;
    return *this;
  }
  friend bool operator==(const Pair$u&, const Pair$u&) = delete;
};
Pair$u best$u(const Pair$u& p, const Pair$u& q) {
  if (p.x > q.x) return p;
  return q;
}
""", """
Pair$u p$u{$a, $b};
const Pair$u q$u = {$b, $d};
if ($c) p$u += q$u;
p$u = [[best$u(p$u, q$u)|p$u + q$u|$e ? p$u : q$u]];
$t := p$u.x - p$u.y
"""),
}
