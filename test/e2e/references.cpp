// Variables that refer to others, and objects that operators of their classes make numbers of.
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace references_programs {
namespace {

class Doubler {
 public:
  explicit Doubler(const Tensor& of) : of_(of) {}
  Tensor twice() const { return of_ * 2; }

 private:
  const Tensor& of_;
};

Tensor& later(Tensor& a, Tensor& b) { return a.ndim() > 0 ? b : a; }
double total(std::span<const double> list) { return std::accumulate(list.begin(), list.end(), 0.0); }
void clear(std::span<double> list) {
  for (double& one : list) one = 0;
}

void raise(std::span<Tensor> list, double by) {
  for (Tensor& one : list) one = one + by;
}
void raise_each(std::vector<Tensor>::iterator first, std::vector<Tensor>::iterator last) {
  for (; first != last; ++first) *first = *first * 2;
}
struct Handle {
  Tensor& of;
};
void raise(const Handle& handle) { handle.of = handle.of + 5; }
void raise(std::reference_wrapper<Tensor> of) { of.get() = of.get() + 6; }

AG_FUNCTION Tensor lent(Tensor x) {
  std::vector<Tensor> list{x, x + 1};
  Tensor y = x, z = x;
  std::span<Tensor> all(list);
  auto first = list.begin();
  Handle handle{y};
  auto wrapped_z = std::ref(z);
  if (ag::max(x) > 1) {
    raise(all, 3);
    raise(handle);
    raise(wrapped_z);
  }
  if (ag::max(x) > 3) {
    raise_each(first, list.end());
    raise(Handle{z});
  }
  return list[0] + list[1] * 3 + y * 5 + z * 7;
}

AG_FUNCTION Tensor wrapped(Tensor x) {
  Tensor y = x, z = x + 1;
  auto first = std::ref(y);
  auto second = std::cref(z);
  if (ag::max(x) > 1) y = y + 10;
  while (ag::max(first.get()) < 30) {
    y = y + 7;
    z = z + first.get();
  }
  if (ag::min(x) > 1) first.get() = x - 3;
  return y * 3 + second.get();
}

AG_FUNCTION Tensor tied(Tensor x) {
  Tensor a = x, b = x + 1;
  std::tuple<Tensor&, Tensor&> both(a, b);
  auto [p, q] = std::tie(a, b);
  if (ag::max(x) > 1) a = a + 5;
  if (ag::max(x) > 3) q = p * 2;
  return std::get<0>(both) * 3 + p * 7 + b;
}

AG_FUNCTION Tensor beside_a_number(Tensor x) {
  std::tuple<Tensor, int> both{x, 1};
  const Tensor& first = std::cref(std::get<0>(both)).get();
  if (ag::max(x) > 1) {
    std::get<0>(both) = x * 3;
    std::get<1>(both) += 2;
  }
  return first * 10 + std::get<1>(both);
}

AG_FUNCTION Tensor in_containers(Tensor x) {
  std::vector<Tensor> list{x, x + 1};
  std::span<Tensor> part(list);
  auto last = list.begin() + 1;
  std::map<std::string, Tensor> named{{"a", x}, {"b", x + 1}};
  auto b = named.find("b");
  if (ag::max(x) > 1) {
    list[1] = x + 9;
    named["b"] = x * 5;
  }
  if (ag::max(x) > 3) part[0] = x + 2;
  return list[0] + *last * 3 + b->second * 7;
}

AG_FUNCTION Tensor kept(Tensor x) {
  Tensor y = x, z = x + 1;
  Doubler doubler(y);
  Tensor& chosen = later(y, z);
  std::vector<std::reference_wrapper<Tensor>> all;
  all.push_back(y);
  all.push_back(std::ref(z));
  if (ag::max(x) > 1) y = y + 4;
  if (ag::max(x) > 3) z = y * 3;
  return doubler.twice() + chosen * 5 + all[0].get() * 7 + all[1].get();
}

AG_FUNCTION Tensor by_functions(Tensor x) {
  int n = 4;
  Tensor y = x;
  std::function<int()> read = [&] { return n; };
  std::function<void(Tensor)> add = [&](Tensor t) { y = y + t; };
  auto added = add;
  if (ag::max(x) > 1) n = 9;
  if (ag::max(x) > 3) added(x);
  return y + read();
}

AG_FUNCTION Tensor only_read(Tensor x) {
  std::vector<double> list{1, 2, 3};
  std::span<const double> all(list);
  const double* first = list.data();
  double s = 0;
  for (double one : all) {
    if (ag::max(x) > one) s += one;
  }
  for (auto it = list.rbegin(); it != list.rend(); ++it) {
    if (ag::max(x) > *it) s = s * 2 + *it;
  }
  for (double one : list | std::views::drop(1)) {
    if (ag::min(x) > one) s += first[0] * one;
  }
  std::array<double, 3> other{4, 5, 6};
  if (ag::max(x) > 2) s += total(other);
  clear(other);
  return x + s + total(other);
}

struct Percent {
  int of_hundred = 0;
  operator double() const { return of_hundred / 100.0; }
};
struct Length {
  std::vector<int> parts;
  operator int() const { return std::accumulate(parts.begin(), parts.end(), 0); }
};
int asked = 0;
struct Question {
  operator bool() const {
    ++asked;
    return asked % 2 == 1;
  }
};
double half(double v) { return v / 2; }

AG_FUNCTION Tensor converted(Tensor x, Percent p) {
  Length length{{1, 2, 3}};
  int n = length;
  double rate = p, other{p};
  if (ag::max(x) > 1) {
    n = length;
    rate += p;
    other = half(length) + half(p);
  }
  n += length;
  n = n < length ? length : n;
  double list[2] = {p, rate};
  std::vector<bool> bits{true, false};
  bool bit = bits[0];
  if (ag::max(x) > 3) {
    bit = bits[1];
    list[0] = length * rate;
  }
  if (length && p) n += 100;
  return x * rate + n + other * list[0] + list[1] + (bit ? 0.25 : 0.5);
}

AG_FUNCTION double returned(Tensor x, Percent p) {
  if (ag::max(x) > 1) return p;
  return p + 1;
}

AG_FUNCTION Tensor asked_for(Tensor x) {
  Question question;
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    if (!question && ag::max(x) > 1) n += 1;
    if (question) n += 10;
  }
  while (question) n += 100;
  return x + n;
}

// Constant references in lambdas that change what these refer to.
AG_FUNCTION Tensor constant_in_lambdas(Tensor x) {
  int n = 1;
  const int& shown = n;
  int& same = n;
  Tensor t = x;
  const Tensor& seen = t;
  const auto both = [&shown, &n, &x] {
    const int before = shown;
    if (ag::max(x) > 1) n += 2;
    return shown * 10 + before;
  };
  const auto other = [&same, &x] {
    if (ag::max(x) > 1) same += 3;
    return same;
  };
  const auto any = [&] {
    const int before = shown;
    if (ag::max(x) > 0) {
      same += before;
      t = t + shown;
    }
    return shown + same;
  };
  const auto tensors = [&seen, &t, &x] {
    const Tensor before = seen;
    if (ag::max(x) > 1) t = t * 2;
    return seen + before;
  };
  return x + both() + other() * 100 + any() * 1000 + n * 10000 + tensors() + seen;
}

Tensor moved(const Tensor& by, Tensor& changed) {
  Tensor sum = by * changed;
  for (int k = 0; k < 2; ++k) sum += by;
  if (ag::max(sum) > 20) return sum;
  changed = changed + 1;
  return sum * changed;
}
struct Scale {
  double low, high;
  double grown(const double& by, double& end) {
    const double before = by * low;
    end += 1;
    return before + end;
  }
  double more(double x) { return grown(x > 1 ? low : high, low); }
};
/// What a function reads before it changes anything may be chosen by a tensor, also among what it changes.
AG_FUNCTION Tensor chosen_first(Tensor x) {
  Tensor a = x, b = x * 3;
  const Tensor c = moved(ag::max(x) > 1 ? a : b, a);
  Scale scale{1, 2};
  double d = scale.more(double(ag::max(x)));
  d += scale.grown(ag::max(x) > 3 ? scale.low : scale.high, scale.high);
  return a + b * 10 + c * 100 + d + scale.low + scale.high;
}

}  // namespace
}  // namespace references_programs

void e2e::references() {
  using namespace references_programs;
  for (const double value : {0.0, 2.0, 5.0}) {
    const Tensor x = ag::tensor({value, value / 2});
    run("lent", lent, x);
    run("constant_in_lambdas", constant_in_lambdas, x);
    run("wrapped", wrapped, x);
    run("tied", tied, x);
    run("chosen_first", chosen_first, x);
    run("beside_a_number", beside_a_number, x);
    run("in_containers", in_containers, x);
    run("kept", kept, x);
    run("by_functions", by_functions, x);
    run("only_read", only_read, x);
    run("asked_for", asked_for, x);
    std::cout << "  asked " << asked << "\n";
    for (const int percent : {0, 25}) {
      run("converted", [&](const Tensor& t) { return converted(t, Percent{percent}); }, x);
      run("returned", [&](const Tensor& t) { return returned(t, Percent{percent}); }, x);
    }
  }
}
