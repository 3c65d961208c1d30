// Conditions: if, else if, ?:, &&, || and !, early returns, and values that only one branch gives.
#include <tuple>
#include <utility>

#include "harness.h"

using ag::Tensor;

namespace branches_programs {
namespace {

AG_FUNCTION Tensor absolute(Tensor x) {
  if (x < 0) return -x;
  return x;
}

AG_FUNCTION Tensor sign(Tensor x) {
  if (x > 0) {
    return 1;
  } else if (x < 0) {
    return -1;
  } else {
    return 0;
  }
}

AG_FUNCTION Tensor first_assigned_in_both(Tensor x) {
  Tensor y;
  if (ag::sum(x) > 3) {
    y = x * 2;
  } else {
    y = x + 1;
  }
  return y;
}

AG_FUNCTION Tensor same_condition_twice(Tensor x) {
  Tensor y;
  const Tensor large = x > 10;
  if (large) y = x - 10;
  Tensor result = x;
  if (large) result = y * 3;
  return result;
}

AG_FUNCTION Tensor never_assigned(Tensor x) {
  Tensor y;
  if (x > 10) y = x;
  return y + 1;
}

AG_FUNCTION Tensor chosen(Tensor x, Tensor y) { return x > y ? x - y : (x == y ? x * 0 : y - x); }

AG_FUNCTION Tensor guarded_division(Tensor a, Tensor b) {
  if (b != 0 && a / b > 2) return a / b;
  return a * 0 - 1;
}

// The index is known while tracing, and the element is looked at by nobody.
AG_FUNCTION Tensor guarded_element(Tensor x) {
  const Tensor index = -8;
  if (index >= 0 && index < 3 && x[index] > 1) return x[index];
  return ag::sum(x);
}

AG_FUNCTION Tensor missing_element(Tensor x, Tensor index) {
  if (index > 2) return x[5];
  return ag::sum(x);
}

AG_FUNCTION Tensor either(Tensor a, Tensor b) {
  Tensor result = 0;
  if (!(a > 0) || b % 2 == 0) result = 1;
  if (!(a == b)) result += 10;
  return result;
}

AG_FUNCTION Tensor host_inside_staged(Tensor x, bool twice, int power) {
  if (x > 1) {
    if (twice) x = x * 2;
    for (int i = 0; i < power; ++i) x = x * x;
  } else if (!twice) {
    return x - 100;
  }
  return x;
}

AG_FUNCTION Tensor shadowed(Tensor x) {
  Tensor y = x;
  if (x > 0) {
    Tensor y = x * 100;
    x = y + 1;
    if (y > 300) {
      Tensor x = y;
      y = x + 1;
    }
    x += y;
  }
  return x + y;
}

AG_FUNCTION std::pair<Tensor, Tensor> ordered(Tensor a, Tensor b) {
  if (a <= b) return {a, b};
  return {b, a};
}

AG_FUNCTION std::tuple<Tensor, Tensor, Tensor> classified(Tensor x) {
  Tensor kind = 0;
  if (x > 100) {
    if (x > 1000) {
      kind = 3;
    } else {
      kind = 2;
    }
    x = x / 10;
  } else if (x > 10) {
    kind = 1;
  }
  return {x, kind, x + kind};
}

AG_FUNCTION Tensor nested_returns(Tensor x, Tensor y) {
  if (x > 0) {
    if (y > 0) return x + y;
    if (y < -5) {
      x = x * 2;
      if (x > 8) return x;
    }
    y = y - 1;
  }
  return x * y;
}

AG_FUNCTION Tensor element_decides(Tensor x) {
  if (x[0] > x[1]) {
    x[0] = x[1];
  } else {
    x[1] = 0;
  }
  return x;
}

AG_FUNCTION Tensor dtypes(Tensor x) {
  Tensor y = x;
  if (ag::any(x > 2)) y = x / 2;
  return y + 1;
}

Tensor helper(Tensor x) {
  if (x > 5) return x - 5;
  return x * 2;
}
AG_FUNCTION Tensor calls_helper(Tensor x) { return helper(x) + helper(helper(x)); }

Tensor power(Tensor x, int n) {
  if (n == 0) return x * 0 + 1;
  if (n % 2 == 0) {
    const Tensor half = power(x, n / 2);
    return half * half;
  }
  return x * power(x, n - 1);
}
AG_FUNCTION Tensor recursive(Tensor x, int n) {
  if (x > 0) return power(x, n);
  return power(-x, n + 1);
}

AG_FUNCTION int cast_of_a_condition(Tensor x, bool b) {
  const int k = (int)(bool(x > 3) && b);
  return k + 1;
}

#define E2E_LARGER(a, b) ((a) > (b) ? (a) : (b))
#define E2E_HALVE_WHILE(condition, x) \
  while (condition) {                 \
    x = x / 2;                        \
  }

AG_FUNCTION Tensor through_macros(Tensor x, Tensor y) {
  E2E_HALVE_WHILE(x > 10, x)
  if (E2E_LARGER(x, y) > 3 && x < E2E_LARGER(y, 8)) x = x + y;
  return E2E_LARGER(x, y);
}

#define E2E_ADD(place, value) place += (value)
#define E2E_INCREMENT_IF(condition, x) \
  if (condition) {                     \
    ++x;                               \
  }
#define E2E_BOTH(a, b) ((a) && (b))
#define E2E_ADD_BY(number, x) \
  switch (number) {           \
    case 1:                   \
      x += 5;                 \
      break;                  \
    default:                  \
      x += 7;                 \
  }

bool is_open = false;
int round_of = 1;

/// What is read outside is decided on the host, in parts of what a macro expands to as elsewhere.
AG_FUNCTION Tensor decided_in_macros(Tensor x) {
  const bool open = is_open;
  int k = round_of;
  E2E_ADD(x, (open ? x : x + 1) % 7);
  E2E_INCREMENT_IF(open, x)
  E2E_INCREMENT_IF(k == 1, x)
  if (E2E_BOTH(!open, k == 1)) x *= 3;
  E2E_ADD(x, E2E_BOTH(open, k > 1) ? x : x * 2);
  E2E_ADD_BY(k, x)
  return x;
}

}  // namespace
}  // namespace branches_programs

void e2e::branches() {
  using namespace branches_programs;
  for (bool open : {false, true}) {
    for (int k : {1, 2}) {
      is_open = open;
      round_of = k;
      run("decided_in_macros", decided_in_macros, i64(3));
    }
  }
  for (int64_t x : {1, 5, 90}) run("through_macros", through_macros, i64(x), i64(4));
  for (bool b : {false, true}) run("cast_of_a_condition", cast_of_a_condition, f32(4), b);
  for (double x : {-2.5, 0.0, 7.0}) {
    run("absolute", absolute, f32(x));
    run("sign", sign, f64(x));
  }
  run("first_assigned_in_both", first_assigned_in_both, ag::tensor({1, 2, 3}));
  run("first_assigned_in_both", first_assigned_in_both, ag::tensor({1, 1, 1}));
  for (int64_t x : {3, 11}) {
    run("same_condition_twice", same_condition_twice, i64(x));
    run("never_assigned", never_assigned, i64(x + 1));
  }
  for (int64_t y : {1, 5, 9}) run("chosen", chosen, i64(5), i64(y));
  for (int64_t b : {0, 1, 5}) {
    run("guarded_division", guarded_division, i64(7), i64(b));
    run("missing_element", missing_element, ag::tensor({1, 2, 3}), i64(b));
    run("either", either, i64(b), i64(5));
  }
  for (double x : {0.5, 3.0}) {
    run("host_inside_staged", host_inside_staged, f32(x), true, 0);
    run("host_inside_staged", host_inside_staged, f32(x), false, 2);
  }
  for (int64_t x : {-1, 2, 4}) run("shadowed", shadowed, i64(x));
  run("guarded_element", guarded_element, ag::tensor({1, 2, 3}));
  run("ordered", ordered, f32(2), f32(1));
  run("ordered", ordered, f32(1), f32(2));
  for (int64_t x : {5, 50, 500, 5000}) run("classified", classified, i64(x));
  for (int64_t y : {3, 0, -6}) {
    run("nested_returns", nested_returns, i64(3), i64(y));
    run("nested_returns", nested_returns, i64(5), i64(y));
    run("nested_returns", nested_returns, i64(-5), i64(y));
  }
  run("element_decides", element_decides, ag::tensor({3.0, 1.0}));
  run("element_decides", element_decides, ag::tensor({1.0, 3.0}));
  for (ag::DType dtype : {ag::int8, ag::uint8, ag::int32, ag::uint64, ag::float16, ag::bfloat16, ag::float64}) {
    run("dtypes", dtypes, ag::astype(ag::tensor({1, 2, 3}), dtype));
    run("dtypes", dtypes, ag::astype(ag::tensor({1, 2}), dtype));
  }
  for (int64_t x : {2, 6, 12}) run("calls_helper", calls_helper, i64(x));
  for (double x : {-2.0, 3.0}) run("recursive", recursive, f64(x), 5);
}
