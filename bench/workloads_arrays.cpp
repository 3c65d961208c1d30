/// Workloads of whole arrays: W1, W6, W7, W8, W9, W10b.
#include <memory>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

struct Roots {
  Tensor x, steps;
};

struct Prices {
  Tensor calls, puts;
};

struct Size {
  const char* name;
  int64_t n;
  double mse, relu;
};

}  // namespace

AG_FUNCTION Tensor power(Tensor x, Tensor y) {
  Tensor r = ag::eye(10, ag::int32);
  for (Tensor i : ag::range(y)) {
    r = ag::matmul(x, r);
  }
  return r;
}

AG_FUNCTION Tensor mse(Tensor a, Tensor b) { return ag::mean(ag::square(a - b)); }

AG_FUNCTION Tensor relu(Tensor x) { return ag::where(x > 0, x, 0); }

AG_FUNCTION Prices black_scholes(Tensor spot, Tensor strike, Tensor years) {
  const float rate = 0.02f, volatility = 0.3f, root_half = 0.70710678f;
  Tensor spread = volatility * ag::sqrt(years);
  Tensor d1 = (ag::log(spot / strike) + (rate + 0.5f * volatility * volatility) * years) / spread;
  Tensor d2 = d1 - spread;
  Tensor n1 = 0.5f + 0.5f * ag::erf(d1 * root_half), n2 = 0.5f + 0.5f * ag::erf(d2 * root_half);
  Tensor discounted = strike * ag::exp(-rate * years);
  return {spot * n1 - discounted * n2, discounted * (1 - n2) - spot * (1 - n1)};
}

AG_FUNCTION Tensor mandelbrot(Tensor re, Tensor im) {
  Tensor zr = ag::zeros({im.shape(0), re.shape(0)}), zi = ag::zeros({im.shape(0), re.shape(0)});
  Tensor counts = ag::zeros({im.shape(0), re.shape(0)}, ag::int32);
  Tensor active = ag::ones({im.shape(0), re.shape(0)}, ag::boolean);
  Tensor ci = ag::expand_dims(im, 1);
  Tensor k = 0;
  while (k < 256 && ag::any(active)) {
    Tensor next = zr * zr - zi * zi + re;
    zi = ag::where(active, 2 * zr * zi + ci, zi);
    zr = ag::where(active, next, zr);
    counts += ag::astype(active, ag::int32);
    active = active & (zr * zr + zi * zi <= 4);
    k += 1;
  }
  return counts;
}

AG_FUNCTION Roots newton_array(Tensor a) {
  Tensor x = a;
  Tensor steps = 0;
  while (ag::max(ag::abs(x * x - a) / a) > 1e-14 && steps < 100) {
    x = (x + a / x) / 2;
    steps += 1;
  }
  return {x, steps};
}

void add_array_workloads(std::vector<Workload>& list) {
  list.push_back({"W1",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    const Tensor x = ag::reshape(ag::astype(ag::floor(10 * u(1, 100)), ag::int32), {10, 10});
                    return Run{[=, y = ag::tensor(100, ag::int32)] { *result = power(x, y); },
                               [result] {
                                 const auto sum = static_cast<int64_t>(sum_of(*result));
                                 return std::vector<double>{static_cast<double>(static_cast<int32_t>(sum))};
                               }};
                  },
                  {{"sum", -1699449911}}});
  const Size sizes[] = {{"1e3", 1000, 0.16220333, 238.8314003944397},
                        {"1e6", 1000000, 0.16658916, 249637.23685085773},
                        {"3e7", 30000000, 0.16674840, 7503206.160306811}};
  const auto prepare_mse = [](int64_t n) {
    auto result = std::make_shared<Tensor>();
    return Run{[a = u(6, n), b = u(7, n), result] { *result = mse(a, b); },
               [result] { return std::vector<double>{result->item<double>()}; }};
  };
  const auto prepare_relu = [](int64_t n) {
    auto result = std::make_shared<Tensor>();
    return Run{[x = s(8, n), result] { *result = relu(x); }, [result] { return std::vector<double>{sum_of(*result)}; }};
  };
  const auto add = [&](const char* id, const Size& size, auto prepare, Expected expected) {
    Workload workload{std::string(id) + size.name, [=, n = size.n] { return prepare(n); }, {expected}};
    if (size.n == 1000) workload.prepare_smallest = [=] { return prepare(1); };
    list.push_back(std::move(workload));
  };
  for (const Size& size : sizes) add("W6_", size, prepare_mse, {"mean", size.mse, 1e-5});
  for (const Size& size : sizes) add("W7_", size, prepare_relu, {"sum", size.relu, 1e-12});
  list.push_back({"W8",
                  [] {
                    constexpr int64_t kOptions = 1000000;
                    auto result = std::make_shared<Prices>();
                    const Tensor spot = 5 + 25 * u(9, kOptions), strike = 1 + 99 * u(10, kOptions),
                                 years = 0.25f + 9.75f * u(11, kOptions);
                    return Run{[=] { *result = black_scholes(spot, strike, years); },
                               [result] { return std::vector<double>{sum_of(result->calls), sum_of(result->puts)}; }};
                  },
                  {{"calls", 2984620.0, 1e-6}, {"puts", 31131229.5, 1e-6}}});
  list.push_back({"W9",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    const Tensor re = ag::astype(ag::linspace(-2.0, 0.5, 1024, ag::float64), ag::float32),
                                 im = ag::astype(ag::linspace(-1.25, 1.25, 1024, ag::float64), ag::float32);
                    return Run{[=] { *result = mandelbrot(re, im); },
                               [result] { return std::vector<double>{sum_of(*result)}; }};
                  },
                  {{"sum", 70567000, 3e-4}}});  // points on the boundary depend on the last bit
  list.push_back({"W10b",
                  [] {
                    auto result = std::make_shared<Roots>();
                    const Tensor a = 1 + 99 * ag::astype(u(12, 1000000), ag::float64);
                    return Run{
                        [=] { *result = newton_array(a); },
                        [result] { return std::vector<double>{sum_of(result->x), result->steps.item<double>()}; }};
                  },
                  {{"sum", 6727009.156476433, 1e-12}, {"steps", 8}}});
}

}  // namespace bench
