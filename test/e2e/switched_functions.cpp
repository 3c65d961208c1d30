// Variables that hold functions, where a tensor decides which one they hold.
#include <array>
#include <functional>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace switched_functions_programs {
namespace {

Tensor climbed(Tensor x) {
  if (x > 3) return x - 3;
  return x + 1;
}
Tensor lowered(Tensor x) { return x - 2; }
double scaled(double x) { return x > 3 ? x - 3 : x * 2; }
double halved(double x) { return x / 2; }
Tensor twice_by_pointer(Tensor (*f)(Tensor), Tensor x) { return f(x) + f(x + 1); }
Tensor twice_unless_empty(const std::function<Tensor(Tensor)>& f, Tensor x) { return f ? f(x) + f(x + 1) : x; }

AG_FUNCTION Tensor assigned(Tensor x) {
  std::function<Tensor(Tensor)> f = climbed;
  if (x > 0) f = lowered;
  Tensor (*g)(Tensor) = climbed;
  auto* h = &climbed;
  if (x > 1) {
    g = lowered;
    h = lowered;
  }
  return f(x) + 10 * g(x) + 100 * (*h)(x);
}
AG_FUNCTION double of_numbers(Tensor x) {
  std::function<double(double)> f = scaled;
  double (*g)(double) = scaled;
  if (x > 0) f = [&](double y) { return y - x.item<double>(); };
  if (x > 1) g = halved;
  std::function<int(int)> count = [](int n) { return n + 1; };
  if (x > 2) count = [](int n) { return 2 * n; };
  return f(x.item<double>()) + 10 * g(3.5) + count(count(3));
}
AG_FUNCTION Tensor chosen(Tensor x) {
  Tensor (*f)(Tensor) = x > 0 ? climbed : lowered;
  auto g = x > 1 ? climbed : &lowered;
  const std::function<Tensor(Tensor)> h = x > 2 ? std::function<Tensor(Tensor)>(f) : std::function<Tensor(Tensor)>(g);
  if (f == g) x = x + 0.5;
  f = f == climbed ? g : f;
  return f(x) + 10 * g(x) + 100 * h(x);
}
AG_FUNCTION Tensor perhaps_empty(Tensor x) {
  std::function<Tensor(Tensor)> f = lowered;
  if (x > 0) f = nullptr;
  if (f == nullptr) x = x + 10;
  if (!f) x = x + 100;
  if (f && f(x) < 0) x = x - 1000;
  Tensor (*g)(Tensor) = nullptr;
  if (x > 100) g = climbed;
  if (g == nullptr) x = x + 20;
  if (g) x = g(x);
  return x + twice_unless_empty(f, x);
}
AG_FUNCTION Tensor alternates(Tensor x) {
  auto f = &climbed;
  Tensor y = x;
  for (int k = 0; k < 5; ++k) {
    y = f(y);
    if (y > 3)
      f = lowered;
    else
      f = climbed;
  }
  while (x < 12) {
    y = f(y);
    if (y > 8)
      f = lowered;
    else
      f = climbed;
    x = x + 1;
  }
  return y;
}
AG_FUNCTION Tensor lambdas_in_a_loop(Tensor x) {
  std::function<Tensor(Tensor)> f = climbed;
  Tensor k = 0;
  while (x < 20 && k < 15) {
    k = k + 1;
    if (f(x) > 4)
      f = [&](Tensor y) { return y + k; };
    else if (x > 2)
      f = [](const Tensor& y) { return 2 * y; };
    x = f(x) + 1;
  }
  k = k * 2;
  return f(x) + k;
}
AG_FUNCTION Tensor captured_by_value(Tensor x) {
  Tensor k = x * 2;
  std::function<Tensor(Tensor)> f = [=](Tensor y) { return y * k; };
  if (x > 1) f = [k](Tensor y) { return y + k; };
  k = 100;
  return f(x);
}
AG_FUNCTION Tensor read_at_the_call(Tensor x) {
  Tensor k = 0;
  std::function<Tensor(Tensor)> f = lowered;
  if (x > 0) f = [&](Tensor y) { return y + k; };
  if (x > 1) k = 3;
  Tensor r = f(x);
  k = 2;
  return r + 10 * f(x);
}
AG_FUNCTION Tensor swapped_and_copied(Tensor x) {
  std::function<Tensor(Tensor)> f = climbed, g = lowered;
  if (x > 0) std::swap(f, g);
  std::function<Tensor(Tensor)> h = f;
  auto k = g;
  if (x > 1) h = g;
  return f(x) + 10 * g(x) + 100 * h(x) + 1000 * k(x);
}
AG_FUNCTION Tensor of_a_switch(Tensor x) {
  std::function<Tensor(Tensor)> f;
  switch (x.item<int>()) {
    case 0:
      f = climbed;
      break;
    case 1:
      f = lowered;
      break;
    default:
      f = [](Tensor y) { return y * 3; };
  }
  return f(x);
}
AG_FUNCTION Tensor changed_arguments(Tensor x) {
  std::function<void(Tensor&)> f = [](Tensor& y) { y = y + 1; };
  if (x > 0) f = [](Tensor& y) { y = y * 2; };
  Tensor y = x;
  f(y);
  if (x < 2) f(y);
  return y;
}
AG_FUNCTION Tensor given_on(Tensor x) {
  Tensor (*f)(Tensor) = climbed;
  if (x > 0) f = lowered;
  return twice_by_pointer(f, x) + twice_by_pointer(climbed, x) + twice_unless_empty(f, x);
}
AG_FUNCTION Tensor in_vectors(Tensor x) {
  std::function<Tensor(Tensor)> f = climbed;
  if (x > 0) f = [&](Tensor y) { return y - x * 2; };
  std::vector<std::function<Tensor(Tensor)>> steps{f, [](const Tensor& y) -> Tensor { return y + 4; }, lowered};
  steps.push_back(f);
  Tensor r = x;
  for (const auto& step : steps) r = step(r);
  std::array<Tensor (*)(Tensor), 2> table{climbed, lowered};
  if (x > 1) table[0] = lowered;
  return r + table[0](x) + table[1](x) + steps.size();
}
AG_FUNCTION double in_vectors_of_numbers(Tensor x) {
  std::function<double(double)> f = scaled;
  if (x > 0) f = halved;
  std::vector<std::function<double(double)>> steps{f, [](const double& y) -> double { return y + 4; }};
  double r = x.item<double>();
  for (const auto& step : steps) r = step(r);
  for (auto step : steps) r = step(r);
  return r;
}
AG_FUNCTION Tensor throws_if_empty(Tensor x) {
  std::function<Tensor(Tensor)> f;
  if (x > 1) f = climbed;
  return f(x);
}

}  // namespace
}  // namespace switched_functions_programs

void e2e::switched_functions() {
  using namespace switched_functions_programs;
  for (const double v : {-1.0, 0.0, 0.5, 1.0, 1.5, 2.5, 5.0}) {
    const Tensor x = f64(v);
    std::cout << assigned(x) << " " << of_numbers(x) << " " << chosen(x) << " " << perhaps_empty(x) << " "
              << alternates(x) << " " << lambdas_in_a_loop(x) << " " << captured_by_value(x) << " "
              << read_at_the_call(x) << "\n";
    std::cout << swapped_and_copied(x) << " " << of_a_switch(x) << " " << changed_arguments(x) << " " << given_on(x)
              << " " << in_vectors(x) << " " << in_vectors_of_numbers(x) << "\n";
    try {
      std::cout << throws_if_empty(x) << "\n";
    } catch (const std::bad_function_call&) {
      std::cout << "no function\n";
    }
  }
}
