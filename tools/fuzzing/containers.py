"""Idioms (idioms.py) with containers: lists that grow, stacks, queues and heaps, algorithms."""

CONTAINERS = {
    "slices": """
ag::Tensor w$u = ag::cos(ag::astype(ag::arange(40), ag::float64)), v$u = w$u * 0.5;
for ([[int i$u = 1; i$u < 40; ++i$u|int i$u = 39; i$u > 0; --i$u|int i$u = 1; i$u < 40; i$u += 2|int i$u = 1, j$u = 39; i$u < j$u; ++i$u, --j$u]]) {
  [[w$u[i$u] = ag::sum(w$u[ag::slice(0, i$u)]) * 0.125 - v$u[i$u - 1];|v$u[ag::slice(i$u)] = v$u[ag::slice(i$u)] * 0.5 + w$u[i$u];|w$u[i$u] = ag::max(v$u[ag::slice(i$u - 1)]) * ag::mean(w$u[ag::slice(0, i$u + 1)]);]]
  [[w$u[ag::slice(0, i$u)] = w$u[ag::slice(0, i$u)] - v$u[ag::slice(0, i$u)] * 0.25;|v$u[i$u - 1] = ag::sum(w$u[ag::slice(0, i$u)] * v$u[ag::slice(0, i$u)]);|w$u[ag::slice(i$u)] = w$u[ag::slice(0, 40 - i$u)];]]
  [[|if ($c) w$u[i$u - 1] = w$u[i$u] * 0.5;|std::swap(w$u, v$u);|for (int k$u = 0; k$u < i$u; k$u += 7) v$u[k$u] = v$u[k$u] - w$u[i$u] * 0.0625;|if (i$u % 2 == 0) w$u[i$u - 1] = v$u[i$u] + 0.5;]]
}
$T r$u = $a;
if (w$u[7] > 0.25) r$u = [[$b|$d]];
if ([[v$u[9]|ag::sum(w$u)]] > 0.0) r$u = $d;
$t := r$u
""",
    "pushes": """
std::vector<$T> v$u;
for ([[int k$u = 0; k$u < $n; ++k$u|int k$u = $n; k$u > 0; k$u--]]) {
  if ($c) {
    v$u.[[push_back|emplace_back]]($a [[+|-]] k$u);
    $B
  }
  [[if ($e) v$u.emplace_back($b);|v$u.push_back($b);|if (!v$u.empty() && $e) v$u.pop_back();]]
}
$T sum$u = $d;
for ([[const auto&|auto|const $T&|$T]] e$u : v$u) sum$u [[+=|-=]] e$u;
$t := sum$u + [[int(v$u.size())|static_cast<int>(v$u.size())|0]]
""",
    "rows": ("""
struct Row$u {
  $T value;
  int count = 2;
};
""", """
std::vector<Row$u> v$u;
v$u.push_back({$a, 1});
if ($c) v$u.push_back([[Row$u{$b, 3}|Row$u{$b}|{$b, 4}]]);
$B
if ($e && v$u.size() > 1) v$u.pop_back();
$T sum$u = 0;
[[for (const auto& [value$u, count$u] : v$u) sum$u += value$u * count$u;|~for (const Row$u& row$u : v$u) sum$u += row$u.value * row$u.count;|~for (std::size_t k$u = 0; k$u < v$u.size(); ++k$u) sum$u += v$u[k$u].value - v$u[k$u].count;]]
$t := sum$u + v$u.back().count
""",),
    "stack": """
std::stack<$T> v$u;
v$u.push($a);
for (int k$u = 0; k$u < $n; ++k$u) {
  if ($c) {
    v$u.push($b - k$u);
  } else if (v$u.size() > 1) {
    v$u.pop();
  }
  $B
}
$T sum$u = 0;
while (!v$u.empty()) {
  sum$u = sum$u [[+|-]] v$u.top();
  v$u.pop();
}
$t := sum$u
""",
    "queue": """
[[std::queue|std::queue]]<$T> v$u;
v$u.push($a);
[[if ($c) v$u.push($b);|while (v$u.size() < 3) v$u.push($b);]]
$B
$T sum$u = $d;
int round$u = 0;
while (!v$u.empty() && round$u < 6) {
  $T x$u = v$u.front();
  v$u.pop();
  sum$u += x$u;
  if (x$u > [[sum$u|$m]] && round$u < 3) v$u.push(x$u - 1);
  [[++round$u|round$u += 1]];
}
$t := sum$u + round$u
""",
    "heap": """
std::priority_queue<$T[[|, std::vector<$T>, std::greater<$T>]]> v$u;
v$u.push($o);
if ($c) v$u.push($p);
for (int k$u = 0; k$u < $n; ++k$u) {
  v$u.push($o + k$u);
  if (v$u.size() > 2) v$u.pop();
}
$t := v$u.top() + int(v$u.size())
""",
    "window": """
std::deque<$T> v$u;
for (int k$u = 0; k$u < $m; ++k$u) {
  v$u.[[push_back|push_front]]([[$a + k$u|k$u % 2 ? $a : $b]]);
  if ([[v$u.size() > 3|v$u.size() > 1 && $c]]) v$u.[[pop_front|pop_back]]();
}
$B
$t := [[std::accumulate(v$u.begin(), v$u.end(), $T(0))|v$u.front() - v$u.back()|v$u[0] + int(v$u.size())]]
""",
    "sorted": """
std::vector<$T> v$u{$o, $p, $o + 1, $p - 2};
if ($c) v$u.push_back($p + 3);
[[std::sort(v$u.begin(), v$u.end());|std::sort(v$u.begin(), v$u.end(), std::greater<$T>());|std::sort(v$u.begin(), v$u.end(), [](const $T& x, const $T& y) { return x > y; });|std::reverse(v$u.begin(), v$u.end());|std::stable_sort(v$u.begin(), v$u.end());]]
$t := v$u[0] - v$u[[[1]|.back()|[v$u.size() / 2]]]
""",
    "algorithms": """
std::vector<$T> v$u;
v$u.push_back($o);
if ($c) v$u.push_back($p);
$B
v$u.push_back($p + $n);
[[$T r$u = std::accumulate(v$u.begin(), v$u.end(), $T(0));|$T r$u = *std::min_element(v$u.begin(), v$u.end());|$T r$u = *std::max_element(v$u.begin(), v$u.end());|int r$u = std::count_if(v$u.begin(), v$u.end(), [&](const $T& x) { return x > $m; });|int r$u = std::max_element(v$u.begin(), v$u.end()) - v$u.begin();|bool r$u = std::any_of(v$u.begin(), v$u.end(), [](const $T& x) { return x > $m; });|$T r$u = std::inner_product(v$u.begin(), v$u.end(), v$u.begin(), $T(0));]]
$t := $a + r$u
""",
    "erased": """
std::vector<$T> v$u = {$a, $b};
v$u.push_back($a - $b);
if ($c) v$u.erase(v$u.begin());
[[while (v$u.size() > 2) v$u.erase(v$u.begin());|if (v$u.size() > 2) v$u.erase(v$u.begin() + 1);|v$u.insert(v$u.begin(), $b);|if ($e) v$u.clear();]]
$B
$T sum$u = $a;
for (int k$u = 0; k$u < [[int(v$u.size())|static_cast<int>(v$u.size())]]; k$u++) sum$u += v$u[k$u] * (k$u + 1);
$t := sum$u
""",
    "grid": """
std::vector<std::vector<$T>> v$u(2, std::vector<$T>(3, [[$T(0)|$a]]));
for (int i$u = 0; i$u < 2; ++i$u) {
  for (int k$u = 0; k$u < 3; ++k$u) {
    if ([[$c|i$u == k$u]]) v$u[i$u][k$u] [[=|+=]] $b;
    [[else if (i$u > 0) v$u[i$u][k$u] = v$u[i$u - 1][k$u] + 1;|]]
  }
}
$t := v$u[1][2] + v$u[0][0]
""",
    "filled by a function": ("""
void filled$u(std::vector<$T>& out, $T x[[|, int most = 3]]) {
  for (int k = 0; k < 3; ++k) {
    if (x > k) out.push_back(x - k);
    [[else break;|]]
  }
}
std::vector<$T> above$u(const std::vector<$T>& v, $T limit) {
  std::vector<$T> r;
  for (const $T& x : v) {
    if (x > limit) r.push_back(x);
  }
  return r;
}
""", """
std::vector<$T> v$u[[|{$d}]];
filled$u(v$u, $a);
if ($c) filled$u(v$u, $b);
$B
std::vector<$T> w$u = [[above$u(v$u, $b)|v$u]];
[[if ($e) w$u = v$u;|std::swap(v$u, w$u);|if ($e) v$u = above$u(w$u, $d);|]]
$T sum$u = $d;
for (std::size_t k$u = 0; k$u < w$u.size(); ++k$u) {
  if (k$u > 0) sum$u += w$u[k$u] - w$u[k$u - 1];
  [[if (sum$u > $m) break;|if (w$u[k$u] < 0) continue; sum$u += 1;|]]
}
$t := sum$u + int(v$u.size()) + (w$u.empty() ? 0 : 1)
"""),
    "member": ("""
class Log$u {
  std::vector<$T> kept_;
  int dropped_ = 0;
 public:
  void add(const $T& x) {
    if (x > $n) {
      kept_.push_back(x);
    } else {
      dropped_++;
    }
  }
  $T total() const {
    $T r = [[0|$T(1)]];
    for (const auto& x : kept_) r += x;
    return r;
  }
  [[int|std::size_t]] size() const { return kept_.size(); }
  bool empty() const { return kept_.empty(); }
  int dropped() const { return dropped_; }
};
""", """
Log$u log$u;
log$u.add($a);
for (int k$u = 0; k$u < $n; ++k$u) {
  if ($c) log$u.add($b + k$u);
}
$B
if (!log$u.empty()) log$u.add($d);
$t := $a + log$u.total() + [[int(log$u.size())|1]] - log$u.dropped()
"""),
    "pairs": """
std::vector<std::pair<$T, int>> v$u;
for (int k$u = 0; k$u < 3; ++k$u) {
  if ([[$c|k$u != 1]]) v$u.[[push_back({$a - k$u, k$u})|emplace_back($a + k$u, k$u)|push_back(std::make_pair($T($b), k$u))]];
}
$T best$u = $b;
int at$u = -1;
for (const auto& [value$u, index$u] : v$u) {
  if (value$u > best$u) {
    best$u = value$u;
    at$u = index$u;
  }
}
$B
$t := best$u + at$u
""",
    "maps": """
std::map<[[std::string, $T> v$u{{"a", $a}, {"b", $b}};|~int, $T> v$u{{0, $a}, {3, $b}};]]
for (auto& [key$u, value$u] : v$u) {
  if (value$u > $m) value$u -= $m;
}
$T sum$u = 0;
for (const auto& entry$u : v$u) sum$u += entry$u.second;
$t := sum$u + int(v$u.size())
""",
    "search": """
std::vector<int> waiting$u{$n};
std::vector<bool> seen$u(10, false);
int steps$u = 0;
while (!waiting$u.empty() && steps$u < 8) {
  int here$u = waiting$u.back();
  waiting$u.pop_back();
  ++steps$u;
  if (seen$u[here$u]) continue;
  seen$u[here$u] = true;
  [[if ($c && here$u + 2 < 10) waiting$u.push_back(here$u + 2);|if (here$u + 3 < 10) waiting$u.push_back($c ? here$u + 3 : here$u);]]
  if (here$u > 0 && $e) waiting$u.push_back(here$u - 1);
}
$t := $a + steps$u + std::count(seen$u.begin(), seen$u.end(), true)
""",
    "histogram": """
std::array<int, 4> bins$u{};
for (int k$u = 0; k$u < $n; ++k$u) {
  bins$u[[[$s]|[($s + k$u) % 4]]] += k$u + 1;
  $B
}
int most$u = 0;
for (int k$u = 1; k$u < 4; ++k$u) {
  if (bins$u[k$u] > bins$u[most$u]) most$u = k$u;
}
$t := $a + bins$u[most$u] * 10 + most$u
""",
}
