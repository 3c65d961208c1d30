// Elements that a number of the graph chooses, in tables, vectors and arrays; what std::tie and value_or give; objects
// whose constructors ask tensors.
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.h"

namespace elements_programs {

using ag::Tensor, ag::Variable;

namespace {

constexpr double kWeights[4] = {1, 0.5, 0.25, 0.125};
const std::array<int, 3> kSteps = {1, 2, 4};

AG_FUNCTION double from_tables(Tensor x) {
  static constexpr float kPowers[] = {1, 2, 4, 8};
  int k = int(x) % 3;
  return kWeights[k] * kPowers[k + 1] + kSteps[k];
}

AG_FUNCTION Tensor of_tensors(std::vector<Tensor> rows, Tensor x) {
  int k = int(x);
  Tensor first = rows[k];
  auto second = rows[k - 1];
  rows[k] = first + second;
  rows[k - 1] += 1;
  return rows[0] + rows[k];
}

AG_FUNCTION std::array<int, 4> histogram(Tensor values) {
  std::array<int, 4> count{};
  for (Tensor value : values) {
    int r = int(value) % 4;
    count[r]++;
  }
  return count;
}

AG_FUNCTION double of_rows(Tensor x) {
  std::vector<std::vector<double>> table{{1, 2}, {3, 4}};
  int k = int(x) % 2;
  table[0][k] += 5;
  return table[0][k] + table[1][1 - k];
}

std::pair<double, int> halved(double x, int n) { return {x / 2, n + 1}; }

AG_FUNCTION int halvings(Tensor x) {
  double value = double(x);
  int n = 0;
  while (value > 0.1) std::tie(value, n) = halved(value, n);
  return n;
}

AG_FUNCTION double defaults(Tensor x) {
  std::optional<double> limit = 2.5, none;
  const double y = double(x);
  return std::max({limit.value_or(y), none.value_or(y), 1.0}) + std::min<double>({y, 1});
}

Variable first_of_two(1.0), second_of_two(2.0);

AG_FUNCTION Tensor of_variables(Tensor x) {
  Tensor y = x > 1 ? first_of_two : second_of_two;
  return y + x;
}

struct Summary {
  int count;
  double mean;
  bool large = false;
  explicit Summary(Tensor x) : count(int(x.size())) {
    mean = double(ag::mean(x));
    if (ag::max(x) > 10) large = true;
  }
  double score() const { return large ? -mean : mean * count; }
};

AG_FUNCTION double summarized(Tensor x) {
  Summary summary(x);
  if (ag::sum(x) > 3) summary.mean += 1;
  return summary.score() + Summary(x / 2).score();
}

class Range {
 public:
  Range(double low, double high) : low_(low), high_(high) {
    if (low_ > high_) high_ = low_;
  }
  Range() : Range(0, 1) {}
  explicit Range(double high) : Range(0, high) { ++uses_; }
  double length() const { return high_ - low_ + uses_; }
  void grow(double by) { high_ += by; }

 private:
  double low_, high_;
  int uses_ = 0;
};

AG_FUNCTION double ranges(Tensor x) {
  Range range;
  if (x > 0) range.grow(2);
  return range.length() + Range(double(x)).length();
}

/// Its object is found by identity where `of` is called; `h` changes a copy of its own.
struct Scale {
  double by = 1;
  void set(double value) { by = value; }
  AG_FUNCTION Tensor of(Tensor x) { return x * by; }
};

AG_FUNCTION double scaled(Tensor x) {
  Scale scale;
  scale.set(double(x));
  return scale.by;
}

AG_FUNCTION Tensor sized(Tensor x, Tensor n) {
  int k = int(n);
  Tensor rolled = ag::roll(x, k, 0) + ag::sum(ag::repeat(x, k * k, 0));
  return rolled + ag::sum(ag::one_hot(ag::astype(x, ag::int64), k + 3), 0)[0] * 10 + ag::sum(ag::eye(k + 2));
}

// Parts of elements that the graph chooses, and whole ones that are objects.
struct Span {
  double low = 0, high = 1;
};
struct Cluster {
  double sum = 0;
  int count = 0;
  Span span;
  bool seen = false;
  double mean() const { return count > 0 ? sum / count : 0; }
};
AG_FUNCTION double clustered(Tensor x) {
  std::array<Cluster, 3> clusters;
  for (int i = 0; i < 5; ++i) {
    const int k = int(x * i) % 3;
    clusters[k].sum += double(x) * i;
    const int before = clusters[k].count++;
    ++clusters[k].count;
    clusters[k].span.high = before + clusters[k].span.high * 2;
    clusters[k].seen = bool(x * i > 2);
  }
  const int last = int(x) % 3;
  Cluster copy = clusters[last];
  copy.span = {copy.sum, 7};
  clusters[(last + 1) % 3] = copy;
  clusters[last].span = Span{double(x), clusters[last].sum};
  clusters[1].count -= 1;
  double result = 0;
  for (auto& one : std::as_const(clusters)) result = 3 * result + one.mean() + one.span.low * one.span.high + one.seen;
  return result;
}
struct Cells {
  std::vector<Cluster> all = std::vector<Cluster>(4);
  void hit(int k) {
    all[k].count += 1;
    all[k].span.low += all[k].count;
  }
  double total() const {
    double sum = 0;
    for (auto& one : all) sum += one.count * one.span.low;
    for (auto&& one : all) sum -= one.count;
    return sum;
  }
};
AG_FUNCTION double hits(Tensor x) {
  Cells cells;
  Cluster array[2];
  while (x > 0.6) {
    cells.hit(int(x) % 4);
    array[int(x) % 2].sum -= double(x);
    x = x / 2;
  }
  return cells.total() + array[0].sum / (1 + array[1].sum);
}

struct Body {
  double place = 0, speed = 0;
  bool alive = true;
};

/// Which element it is, not what it holds.
AG_FUNCTION double pulled(Tensor x) {
  std::vector<Body> bodies(3);
  for (int i = 0; i < 3; ++i) bodies[i].place = double(x) * i;
  for (int step = 0; step < 3; ++step) {
    for (Body& a : bodies) {
      if (!a.alive) continue;
      a.place += a.speed * 0.1;
      if (a.place > 6) a.alive = false;
      for (const Body& b : bodies) {
        if (&a == &b) continue;
        a.speed += (b.place - a.place) * 0.5;
      }
      for (Body& b : bodies) {
        if (&b != &a && b.speed > 4) b.speed *= 0.5;
      }
    }
  }
  double sum = 0;
  for (const Body& one : bodies) sum = sum * 10 + one.place + (one.alive ? 1 : 0);
  return sum;
}

}  // namespace
}  // namespace elements_programs

void e2e::elements() {
  using namespace elements_programs;
  for (const double x : {0.5, 1.0, 2.75, 40.0}) {
    run("clustered", clustered, f64(x));
    run("pulled", pulled, f64(x));
    run("hits", hits, f64(x));
  }
  for (int x : {1, 2, 5}) {
    run("from_tables", from_tables, ag::tensor(x));
    run("of_rows", of_rows, ag::tensor(x));
    run("halvings", halvings, ag::tensor(double(x)));
    run("defaults", defaults, ag::tensor(x * 0.75));
    run("of_variables", of_variables, ag::tensor(double(x)));
    run("ranges", ranges, ag::tensor(double(x - 2)));
    run("scaled", scaled, ag::tensor(double(x)));
  }
  const std::vector<Tensor> rows{ag::tensor({1.0, 2.0}), ag::tensor({3.0, 4.0}), ag::tensor({5.0, 6.0})};
  run("of_tensors", of_tensors, rows, ag::tensor(1));
  run("of_tensors", of_tensors, rows, ag::tensor(2));
  for (int n : {0, 1, 5, -2}) run("sized", sized, ag::tensor({1.0, 2.0, 0.0}), ag::tensor(n));
  run("histogram", histogram, ag::tensor({1, 2, 3, 5, 5, 2}));
  run("summarized", summarized, ag::tensor({1.0, 2.0, 3.0}));
  run("summarized", summarized, ag::tensor({1.0, 20.0}));
}
