// What happens in program order: printing, checks, and errors of operations, with the message and the line of the
// source.
#include "harness.h"

using ag::Tensor;

namespace effects_programs {
namespace {

AG_FUNCTION Tensor prints(Tensor n) {
  ag::print("start", n);
  Tensor i = 0;
  while (i < n) {
    ag::print("  i =", i, "host", 3);
    if (i % 2 == 1) {
      ag::print("  odd");
      i += 2;
      continue;
    }
    i += 1;
    ag::print("  end of round", i * 1.5);
  }
  ag::print("end");
  return i;
}

AG_FUNCTION Tensor checked(Tensor x) {
  ag::check(x > -100, "x is far too small", x);
  if (x < 0) {
    ag::print("negative");
    ag::check(x > -10, "x is too small", x, "is not above", -10);
    return -x;
  }
  ag::check(x != 7);
  return x;
}

AG_FUNCTION Tensor checked_in_loop(Tensor n) {
  Tensor sum = 0;
  for (Tensor i : ag::range(n)) {
    ag::check(sum < 20, "the sum grew to", sum);
    sum += i;
  }
  return sum;
}

AG_FUNCTION Tensor divides(Tensor a, Tensor b) {
  while (a > 1) {
    b -= 1;
    a = a / b;
  }
  return a;
}

AG_FUNCTION Tensor picks(Tensor x, Tensor i) {
  if (i >= 0) return x[i];
  return x[0];
}

AG_FUNCTION Tensor shapes_do_not_fit(Tensor x, Tensor y) {
  if (ag::sum(x) > 0) x = x * 2;
  return x + y;
}

Tensor helper(Tensor x) {
  ag::print("in the helper", x);
  ag::check(x < 5, "the helper's limit");
  return x + 1;
}
AG_FUNCTION Tensor effects_of_helpers(Tensor x) {
  x = helper(x);
  if (x > 2) x = helper(x);
  return helper(x);
}

AG_FUNCTION Tensor side_by_side(Tensor x) {
  if (x > 0 && helper(x) > 2) ag::print("both");
  if (x > 0 || helper(x) > 2) ag::print("either");
  return x;
}

}  // namespace
}  // namespace effects_programs

void e2e::effects() {
  using namespace effects_programs;
  for (int64_t n : {0, 3}) run("prints", prints, i64(n));
  for (int64_t x : {-200, -20, -3, 7, 8}) run("checked", checked, i64(x));
  for (int64_t n : {3, 12}) run("checked_in_loop", checked_in_loop, i64(n));
  run("divides", divides, i64(100), i64(3));
  run("divides", divides, i64(1), i64(3));
  for (int64_t i : {-1, 1, 5}) run("picks", picks, ag::tensor({1.5, 2.5}), i64(i));
  run("shapes_do_not_fit", shapes_do_not_fit, ag::tensor({1, 2, 3}), ag::tensor({1, 2}));
  for (int64_t x : {0, 2, 4}) {
    run("effects_of_helpers", effects_of_helpers, i64(x));
    run("side_by_side", side_by_side, i64(x));
  }
}
