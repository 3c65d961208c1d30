/// Workloads whose loops and branches are decided by single numbers: W4, W5a, W5b, W10a, W16, W17.
#include <memory>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

struct Converged {
  Tensor steps, x;
};

struct Counts {
  Tensor fizzbuzz, fizz, buzz, sum_of_others;
};

}  // namespace

AG_FUNCTION Converged converge(Tensor x) {
  Tensor steps = 0;
  while (ag::max(x) > 0.05) {
    x = ag::tanh(x);
    steps += 1;
  }
  return {steps, x};
}

AG_FUNCTION Tensor collatz(Tensor n) {
  Tensor steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}

AG_FUNCTION Counts count(Tensor n) {
  Tensor fizzbuzz = 0, fizz = 0, buzz = 0, others = 0;
  for (Tensor i : ag::range(1, n + 1)) {
    if (i % 15 == 0) {
      fizzbuzz += 1;
    } else if (i % 3 == 0) {
      fizz += 1;
    } else if (i % 5 == 0) {
      buzz += 1;
    } else {
      others += i;
    }
  }
  return {fizzbuzz, fizz, buzz, others};
}

AG_FUNCTION Converged newton(Tensor a) {
  Tensor x = a;
  Tensor steps = 0;
  while (ag::abs(x * x - a) > 1e-14 * a && steps < 100) {
    x = (x + a / x) / 2;
    steps += 1;
  }
  return {steps, x};
}

AG_FUNCTION Tensor add_three(Tensor a, Tensor b, Tensor c) { return a + b + c; }

AG_FUNCTION Tensor sum_below(Tensor n) {
  Tensor sum = 0;
  for (Tensor i : ag::range(n)) {
    sum += i;
  }
  return sum;
}

AG_FUNCTION Tensor mix_below(Tensor n) {
  Tensor mixed = 0;
  for (Tensor i : ag::range(n)) {
    mixed = (mixed ^ 5 * i) + i;
  }
  return mixed;
}

void add_loop_workloads(std::vector<Workload>& list) {
  list.push_back({"W4",
                  [] {
                    auto result = std::make_shared<Converged>();
                    return Run{
                        [x = ag::tensor({1.0f, 2.0f, 3.0f}), result] { *result = converge(x); },
                        [result] { return std::vector<double>{result->steps.item<double>(), sum_of(result->x)}; }};
                  },
                  {{"steps", 599}, {"sum", 0.14990234, 1e-4}}});
  list.push_back({"W5a",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    return Run{[n = ag::tensor(837799, ag::int64), result] { *result = collatz(n); },
                               [result] { return std::vector<double>{result->item<double>()}; }};
                  },
                  {{"count", 524}}});
  list.push_back({"W5b",
                  [] {
                    auto result = std::make_shared<Counts>();
                    return Run{[n = ag::tensor(100000, ag::int64), result] { *result = count(n); },
                               [result] {
                                 return std::vector<double>{result->fizzbuzz.item<double>(),
                                                            result->fizz.item<double>(), result->buzz.item<double>(),
                                                            result->sum_of_others.item<double>()};
                               }};
                  },
                  {{"fb", 6666}, {"f", 26667}, {"b", 13334}, {"s", 2666633332}}});
  list.push_back(
      {"W10a",
       [] {
         auto result = std::make_shared<Converged>();
         return Run{[a = ag::tensor(2.0, ag::float64), result] { *result = newton(a); },
                    [result] { return std::vector<double>{result->x.item<double>(), result->steps.item<double>()}; }};
       },
       {{"x", 1.414213562373095, 1e-14}, {"steps", 5}}});
  list.push_back({"W16",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    const Tensor a = ag::tensor({1.0f, 2.0f, 3.0f}), b = ag::tensor({4.0f, 5.0f, 6.0f}),
                                 c = ag::tensor({7.0f, 8.0f, 9.0f});
                    return Run{[=] { *result = add_three(a, b, c); },
                               [result] { return std::vector<double>{sum_of(*result)}; }};
                  },
                  {{"sum", 45}}});
  list.push_back({"W17",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    return Run{[n = ag::tensor(1000000, ag::int64), result] { *result = sum_below(n); },
                               [result] { return std::vector<double>{result->item<double>()}; }};
                  },
                  {{"sum", 499999500000}}});
  list.push_back({"W17_mix",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    return Run{[n = ag::tensor(1000000, ag::int64), result] { *result = mix_below(n); },
                               [result] { return std::vector<double>{result->item<double>()}; }};
                  },
                  {{"mixed", 491544933888}}});
}

}  // namespace bench
