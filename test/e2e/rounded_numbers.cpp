// Numbers of the host that the dtype of a number alone rounds: what they meet gets them exactly, whatever path they
// came.
#include "harness.h"

using ag::Tensor;

namespace rounded_numbers_programs {
namespace {

AG_FUNCTION Tensor in_branch(Tensor x) {
  Tensor rate = 0.1;
  if (ag::sum(x) > 5) rate = 0.3;
  return x * rate;
}

AG_FUNCTION Tensor in_loop(Tensor x) {
  Tensor rate = 0.1;
  for (int i = 0; i < ag::sum(x); ++i) rate = 0.3;
  return x * rate;
}

AG_FUNCTION Tensor carried(Tensor x) {
  Tensor rate = 0.1, last = 0.7;
  while (ag::sum(x) > 5) {
    x = x - rate;
    last = rate;
    rate = 0.3;
  }
  return x * rate + last;
}

// A product of numbers is rounded.
AG_FUNCTION Tensor shrinking(Tensor x) {
  Tensor rate = 0.1;
  while (ag::sum(x) > 5) {
    x = x - rate;
    rate = rate * 1.3;
  }
  return x * rate;
}

AG_FUNCTION Tensor kept(Tensor x) {
  Tensor rate = 0.1, unused = 0.7;
  int n = 0;
  while (ag::sum(x) > 5) {
    x = x - rate;
    if (++n > 3) break;
  }
  return x * rate + unused;
}

// It takes the dtype of what it meets inside.
AG_FUNCTION Tensor met(Tensor x) {
  Tensor sum = 0.1;
  while (ag::sum(x) > 5) {
    sum = sum + x;
    x = x - 1;
  }
  return sum;
}

AG_FUNCTION Tensor returned(Tensor x) {
  while (ag::sum(x) > 0) {
    x = x - 1;
    if (ag::sum(x) > 5) return 0.1;
    if (ag::sum(x) > 3) return 0.7;
  }
  return x;
}

AG_FUNCTION Tensor result(Tensor x) {
  const double third = x.item<double>() / 3;
  return third;
}

AG_FUNCTION Tensor computed(Tensor x) {
  const double third = x.item<double>() / 3;
  Tensor r = third;
  while (ag::sum(x) > 5) {
    x = x - 2;
    r = third * 2;
  }
  return r;
}

AG_FUNCTION void changed(Tensor x, Tensor& r) {
  if (ag::sum(x) > 5) r = x.item<double>() / 3;
}

AG_FUNCTION Tensor chosen(Tensor x) {
  Tensor rate = ag::sum(x) > 5 ? 0.1 : 0.7;
  switch (ag::astype(x, ag::int32).item<int>() % 3) {
    case 0:
      rate = 0.2;
      break;
    case 1:
      rate = x.item<double>() / 7;
      break;
  }
  return x * rate;
}

Tensor as_double(const Tensor& number) { return number * e2e::f64(1); }

}  // namespace
}  // namespace rounded_numbers_programs

void e2e::rounded_numbers() {
  using namespace rounded_numbers_programs;
  for (const double value : {2.0, 4.25, 7.3, 9.1}) {
    const Tensor x = f64(value);
    run("in_branch", in_branch, x);
    run("in_loop", in_loop, x);
    run("carried", carried, x);
    run("shrinking", shrinking, x);
    run("kept", kept, x);
    run("met", [](const Tensor& t) { return as_double(met(t)); }, x);
    run("chosen", chosen, x);
    run("returned", [](const Tensor& t) { return as_double(returned(t)); }, x);
    run("result", [](const Tensor& t) { return as_double(result(t)); }, x);
    run("result, as a number", [](const Tensor& t) { return result(t).item<double>(); }, x);
    run("computed", [](const Tensor& t) { return as_double(computed(t)); }, x);
    const auto change = [](const Tensor& t) {
      Tensor r = 0.1;
      changed(t, r);
      return as_double(r);
    };
    run("changed", change, x);
  }
  run("in_branch", in_branch, f32(7.3));
  run("carried", carried, f32(7.3));
}
