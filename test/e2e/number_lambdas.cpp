// Host numbers that lambdas and templates get, give, capture and change, and numbers that a traced function hands back.
#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace number_lambdas_programs {
namespace {

AG_FUNCTION Tensor through_lambdas(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  auto twice = [](int v) { return 2 * v; };
  auto add = [&](int v) {
    if (v > 3)
      n += v;
    else
      n -= v;
  };
  add(twice(n));
  double d = [&](double e) { return e * n; }(0.5);
  return x + n + d;
}

AG_FUNCTION Tensor lambda_state(Tensor x, float k) {
  int n = 0;
  auto step = [&](Tensor v) {
    if (v > 2) {
      n++;
      return v / 2;
    }
    return v * k;
  };
  auto count = [&](int add) {
    n += add;
    return n;
  };
  for (int i = 0; i < 4; ++i) x = step(x);
  const int m = count(3);
  auto larger = [](auto a, auto b) {
    if (a > b) return a;
    return b;
  };
  x = larger(x, Tensor(1.f));
  x = [&] {
    if (x > 1) return x;
    return -x;
  }();
  return x + m * larger(n, 2);
}

AG_FUNCTION std::pair<int, Tensor> lambda_results(Tensor x, bool first_only) {
  auto sign = [](Tensor v) {
    if (v > 0) return 1;
    return -1;
  };
  auto split = [&](int k) { return std::pair(k / 2, x * k); };
  auto chosen = [&, k = sign(x)](bool first) {
    if (first) return 0;
    return k;
  };
  auto steps = [&]() -> int {
    for (int i = 0; i < 3; ++i) {
      if (x > i) continue;
      return i;
    }
    return 3;
  };
  auto [half, scaled] = split(sign(x) + steps());
  return {half + chosen(first_only), scaled};
}

AG_FUNCTION Tensor lambda_copies(Tensor x) {
  int low = 0;
  auto counted = [low, high = 3](Tensor v) mutable {
    if (v > 0) {
      ++low;
      --high;
    }
    return low < high;
  };
  auto shrink = [&](double& error, int rounds = 2) {
    while (error > 0.1 && rounds > 0) {
      error /= 2;
      --rounds;
    }
    return rounds;
  };
  double error = static_cast<double>(x);
  int left = shrink(error);
  const bool first = counted(x), second = counted(-x), third = counted(x);
  if (first && second) left += 10;
  if (!third) left += 100;
  return x * left + error;
}

AG_FUNCTION Tensor lambda_for_the_library(Tensor x, int shift) {
  std::array<int, 3> list{3, 1, 2};
  std::sort(list.begin(), list.end(), [](int a, int b) { return a < b; });
  auto moved = [&](int v) { return v + shift; };
  return x * list[0] + moved(list[2]);
}

template <class T>
T clip(T x, T lo, T hi) {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}
template <class T>
T halved(T value, Tensor x) {
  T result = value;
  while (x > 1) {
    x = x / 2;
    result = result / 2;
  }
  return result;
}
template <int N, class T>
void shift(T& value) {
  if (value > N) value -= N;
}
template <class... X>
Tensor total(X... x) {
  return (Tensor(0.0) + ... + x);
}

AG_FUNCTION Tensor through_templates(Tensor x) {
  int n = clip(int(x), 1, 2);
  shift<1>(n);
  const int known = clip(7, 1, 5);
  return clip(x, Tensor(0.0), Tensor(5.0)) * n + halved(40, x) + halved(x, x) + total(n, x, known, clip(2.5, 0.5, 1.5));
}

AG_CONVERT bool improve(Tensor& x, int& n, double& best) {
  if (ag::sum(x) > best) {
    best = double(ag::sum(x));
    n += 2;
    x = x / 2;
    return true;
  }
  return false;
}

AG_FUNCTION void handed_back(Tensor& x, int& n, double start) {
  double best = start;
  while (improve(x, n, best)) {
    if (n > 20) return;
    best = best / 3;
  }
}

AG_FUNCTION int renewed(Tensor x, bool& positive, std::pair<int, double>& both) {
  positive = bool(x > 0);
  if (positive) both = {both.first + 1, double(x)};
  return both.first;
}

Tensor call_handed_back(Tensor x, int n, double start) {
  handed_back(x, n, start);
  return x + n;
}
Tensor call_renewed(Tensor x, int n) {
  bool positive = false;
  std::pair<int, double> both{n, 0.5};
  const int result = renewed(x, positive, both);
  return ag::tensor({double(result), double(positive), double(both.first), both.second});
}

// Called with numbers of several types, of which some are symbolic.
AG_FUNCTION Tensor of_several_types(Tensor x) {
  int n = 1;
  double d = 1;
  if (ag::max(x) > 1) n = 4, d = 2.5;
  const auto doubled = [](auto a) {
    if (a > 2) return a * 2;
    return a;
  };
  const auto larger = [](auto a, auto b) {
    auto result = a;
    if (b > a) result = b;
    return result;
  };
  const auto halved = []<class T>(T a) {
    while (a > 3) a = a / 2;
    return a;
  };
  const auto raised = [&](auto a) {
    auto result = a;
    if (ag::max(x) > 0.5) result = result + 1;
    return result;
  };
  const auto added = [](auto... a) { return (a + ...); };
  return x + doubled(n) + doubled(d) + doubled(2.5F) + larger(n, 2) * 10 + larger(2.5, 1.5) * 100 +
         larger(1, n) * 1000 + halved(n) + halved(d) + halved(9) + raised(2) + raised(2.5) + added(n, 2) +
         added(d, n, 3);
}

/// Arguments of one type are of one type, symbolic or not.
AG_FUNCTION Tensor of_one_type(Tensor x) {
  int n = 0;
  while (x < 10) {
    x = x + 1;
    ++n;
  }
  const auto larger = []<class T>(T a, T b) { return a > b ? a : b; };
  return x + larger(n, 3) + larger(2, n) * 10 + larger(4, 5) * 100;
}

/// Types that are declared with their variables.
AG_FUNCTION Tensor with_its_type(Tensor x) {
  enum class Mode { Idle, Up, Down } mode = Mode::Idle;
  enum { kLow, kHigh } level = kLow;
  for (int k = 0; k < 3; ++k) {
    if (x > k) {
      mode = Mode::Down;
      level = kHigh;
    } else {
      mode = Mode::Up;
    }
    x = mode == Mode::Up ? x + 1.5 : x - 0.5;
  }
  return x + (mode == Mode::Up ? 100 : 200) + (level == kHigh ? 1000 : 2000);
}

constexpr int with_directives(int n) {
#if defined(__GNUC__)  // every compiler here
  return n * 2;
#else
  return n;
#endif
}
AG_FUNCTION Tensor calls_with_directives(Tensor x) {
  int n = 0;
  while (x < 10) {
    x = x + 1;
    ++n;
  }
  return x + with_directives(n) + with_directives(3);
}

/// Types that are those of other variables.
AG_FUNCTION Tensor types_of_others(Tensor x, int known) {
  int n = 1;
  double d = 2;
  while (x < 8) {
    x = x + 2;
    n *= 2;
    d *= 1.5;
  }
  decltype(n) m = 7 / 2;
  decltype(n + d) e = m / 2;
  e += d;
  m += n;
  auto largest = [](auto v) { return v < std::numeric_limits<decltype(v)>::max() ? v : decltype(v)(0); };
  auto halved = [](auto v) {
    if constexpr (std::is_integral_v<decltype(v)>)
      return v / 2;
    else
      return v * 0.5;
  };
  return x + m + e + largest(n) + halved(known) + halved(2.5);
}

/// Copies of a vector of the host whose numbers change.
AG_FUNCTION Tensor copies_of_a_vector(Tensor x, const std::vector<int>& given) {
  std::vector<int> first(given), second{given};
  for (int k = 0; k < 3; ++k) {
    if (x > k) {
      first[k] += 2;
      second[k] *= 3;
    }
  }
  std::vector<int> third(first);
  third[0] = 9;
  return x + first[0] + first[1] * 10 + second[2] * 100 + third[0] * 1000;
}

// Lambdas that change what they captured by value, where a tensor decides.
AG_FUNCTION Tensor with_state(Tensor x, int first) {
  auto tick = [n = 0, total = Tensor(0.0)](Tensor v, double by = 1) mutable {
    ++n;
    total = total + by * v;
    return total / n;
  };
  int calls = first;
  auto count = [=]() mutable -> int {
    if (calls > 3) return -1;
    return ++calls;
  };
  auto weigh = [sum = 0.0](std::pair<double, int> p) mutable { return sum += p.first * p.second; };
  if (x > 3) weigh({1.5, 2});
  x = x + weigh({0.25, 1});
  Tensor last = 0.0;
  while (x > 1) {
    x = x / 2;
    last = last + tick(x, 0.5);
    if (last > 2) count();
  }
  auto other = tick;  // with a state of its own
  return x + last + tick(x) + 10 * other(x) + 100 * count() + 1000 * calls;
}

/// One with `auto` parameters that nobody calls may say what it likes.
AG_FUNCTION Tensor never_called(Tensor x) {
  int n = 3;
  if (x > 2) n = 4;
  unsigned u = 1;
  [[maybe_unused]] auto unused = [&](auto p) -> Tensor {
    u = p <= n ? u : 5;
    return n < 4 || x > 1 ? p : x;
  };
  return x + n + u;
}

AG_FUNCTION double with_random_state(Tensor x) {
  auto next = [state = 12345u]() mutable { return (state = state * 1664525u + 1013904223u) >> 8; };
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (x > k) sum += next() % 1000;
  }
  return sum + next() % 10;
}

}  // namespace
}  // namespace number_lambdas_programs

void e2e::number_lambdas() {
  using namespace number_lambdas_programs;
  for (const double x : {0.5, 1.5, 9.0}) {
    run("with_state", with_state, f64(x), 2);
    run("with_random_state", with_random_state, f64(x));
    run("never_called", never_called, f64(x));
  }
  for (float x : {0.0F, 0.75F, 3.0F, 12.0F}) {
    run("of_one_type", of_one_type, e2e::f32(x));
    run("with_its_type", with_its_type, e2e::f32(x));
    run("calls_with_directives", calls_with_directives, e2e::f32(x));
    run("types_of_others", types_of_others, e2e::f32(x), 7);
    run("copies_of_a_vector", copies_of_a_vector, e2e::f32(x), std::vector<int>{4, 5, 6});
  }
  for (float x : {0.0F, 0.75F, 3.0F}) run("of_several_types", of_several_types, e2e::f32(x));
  run("through_lambdas", through_lambdas, f32(30));
  run("through_lambdas", through_lambdas, f32(1.5));
  run("lambda_state", lambda_state, f32(3), 1.5f);
  run("lambda_state", lambda_state, f32(-3), 1.5f);
  run("lambda_results", lambda_results, f64(1.5), false);
  run("lambda_results", lambda_results, f64(-1.5), true);
  run("lambda_results", lambda_results, f64(9), false);
  run("lambda_copies", lambda_copies, f64(3));
  run("lambda_copies", lambda_copies, f64(-3));
  run("lambda_for_the_library", lambda_for_the_library, f64(3), 4);
  run("through_templates", through_templates, f64(3));
  run("through_templates", through_templates, f64(-3));
  run("through_templates", through_templates, f64(9));
  run("handed_back", call_handed_back, ag::tensor({5.f, 9.f}), 1, 1.0);
  run("handed_back", call_handed_back, ag::tensor({5.f, 9.f}), 19, 1.0);
  run("handed_back", call_handed_back, ag::tensor({5.f, 9.f}), 1, 20.0);
  run("renewed", call_renewed, f64(3), 1);
  run("renewed", call_renewed, f64(-3), 7);
}
