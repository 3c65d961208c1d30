// Prices of options, bonds and other contracts.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace black_scholes {
enum class Kind { Call, Put };

struct Market {
  Tensor spot, rate, volatility;
};

struct Greeks {
  Tensor price, delta, vega;
};

Tensor normal_cdf(Tensor x) { return 0.5 * ag::erfc(-x / std::sqrt(2.0)); }
Tensor normal_pdf(Tensor x) { return ag::exp(-x * x / 2) / std::sqrt(2 * M_PI); }

AG_FUNCTION Greeks value(const Market& m, Tensor strike, Tensor years, Kind kind) {
  if (years <= 0) {
    const Tensor intrinsic = kind == Kind::Call ? m.spot - strike : strike - m.spot;
    return {ag::maximum(intrinsic, 0.0), ag::zeros_like(m.spot), ag::zeros_like(m.spot)};
  }
  const Tensor deviation = m.volatility * ag::sqrt(years);
  const Tensor d1 = (ag::log(m.spot / strike) + (m.rate + m.volatility * m.volatility / 2) * years) / deviation;
  const Tensor d2 = d1 - deviation;
  const Tensor discount = ag::exp(-m.rate * years);
  switch (kind) {
    case Kind::Call:
      return {m.spot * normal_cdf(d1) - strike * discount * normal_cdf(d2), normal_cdf(d1),
              m.spot * normal_pdf(d1) * ag::sqrt(years)};
    case Kind::Put:
      return {.price = strike * discount * normal_cdf(-d2) - m.spot * normal_cdf(-d1),
              .delta = normal_cdf(d1) - 1,
              .vega = m.spot * normal_pdf(d1) * ag::sqrt(years)};
  }
  return {};
}

void run() {
  const Market market{ag::tensor(100.0), ag::tensor(0.03), ag::tensor(0.2)};
  for (Kind kind : {Kind::Call, Kind::Put}) {
    for (float years : {0.0f, 0.5f, 2.0f}) {
      const Greeks g = value(market, ag::tensor(105.0), ag::tensor(years), kind);
      std::printf("%.6g %.6g %.6g\n", double(g.price), double(g.delta), double(g.vega));
    }
  }
}
}  // namespace black_scholes

namespace implied_volatility {
double call_price(double spot, double strike, double years, double sigma) {
  const double d1 = (std::log(spot / strike) + sigma * sigma / 2 * years) / (sigma * std::sqrt(years));
  auto cdf = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
  return spot * cdf(d1) - strike * cdf(d1 - sigma * std::sqrt(years));
}

AG_FUNCTION std::optional<double> implied(Tensor price, double spot, double strike, double years) {
  const double target = price.item<double>();
  if (target <= std::max(spot - strike, 0.0) || target >= spot) return std::nullopt;
  double sigma = 0.2;
  for (int i = 0; i < 40; ++i) {
    const double error = call_price(spot, strike, years, sigma) - target;
    if (std::abs(error) < 1e-10) return sigma;
    const double vega = (call_price(spot, strike, years, sigma + 1e-5) - target - error) / 1e-5;
    sigma -= error / vega;
    if (sigma <= 0.0) sigma = 1e-3;
  }
  return sigma;
}

void run() {
  for (double price : {8.0, 15.0, 150.0, 0.0}) {
    if (auto sigma = implied(ag::tensor(price, ag::float64), 100, 100, 1.0)) {
      std::printf("%.8f\n", *sigma);
    } else {
      std::printf("%g has no volatility\n", price);
    }
  }
}
}  // namespace implied_volatility

namespace binomial_tree {
AG_FUNCTION std::pair<Tensor, int> american_put(Tensor spot, Tensor strike, float rate, float sigma, int steps) {
  const float dt = 1.0f / steps;
  const float up = std::exp(sigma * std::sqrt(dt)), down = 1 / up;
  const float p = (std::exp(rate * dt) - down) / (up - down), discount = std::exp(-rate * dt);
  std::vector<Tensor> values;
  for (int i = 0; i <= steps; ++i)
    values.push_back(ag::maximum(strike - spot * std::pow(up, float(steps - i)) * std::pow(down, float(i)), 0.0));
  int exercised = 0;
  for (int level = steps - 1; level >= 0; --level) {
    for (int i = 0; i <= level; ++i) {
      const Tensor hold = discount * (p * values[i] + (1 - p) * values[i + 1]);
      const Tensor now = strike - spot * std::pow(up, float(level - i)) * std::pow(down, float(i));
      if (now > hold) {
        values[i] = now;
        ++exercised;
      } else {
        values[i] = hold;
      }
    }
  }
  return {values[0], exercised};
}

void run() {
  for (float strike : {90.0f, 100.0f, 130.0f}) {
    auto [price, exercised] = american_put(ag::tensor(100.0f), ag::tensor(strike), 0.05f, 0.3f, 10);
    std::printf("%.6g %d\n", double(price), exercised);
  }
}
}  // namespace binomial_tree

namespace yield_of_bond {
struct Bond {
  double face = 100, coupon = 0.05;
  int years = 10, payments_per_year = 2;

  Tensor price(Tensor yield) const {
    Tensor sum = 0.0;
    const Tensor factor = 1 / (1 + yield / payments_per_year);
    Tensor discount = 1.0;
    for (int k = 1; k <= years * payments_per_year; ++k) {
      discount *= factor;
      sum += discount * (face * coupon / payments_per_year);
    }
    return sum + face * discount;
  }
};

AG_FUNCTION std::tuple<Tensor, Tensor, int> yield_to_maturity(Bond bond, Tensor market) {
  Tensor low = ag::full_like(market, -0.05), high = ag::full_like(market, 1.0);
  int steps = 0;
  while (true) {
    const Tensor middle = (low + high) / 2;
    const Tensor gap = bond.price(middle) - market;
    ++steps;
    if (ag::abs(gap) < 1e-6 || steps >= 60) return {middle, gap, steps};
    (gap > 0 ? low : high) = middle;
  }
}

void run() {
  for (auto& [bond, market] :
       std::vector<std::pair<Bond, double>>{{{}, 95.0},
                                            {{.coupon = 0.0, .years = 5}, 80.0},
                                            {{.face = 1000, .years = 3, .payments_per_year = 1}, 1100.0}}) {
    const auto [yield, gap, steps] = yield_to_maturity(bond, ag::tensor(market, ag::float64));
    std::printf("%.8f %s %d\n", double(yield), std::abs(double(gap)) < 1e-6 ? "ok" : "open", steps);
  }
}
}  // namespace yield_of_bond

namespace barrier_option {
AG_FUNCTION Tensor knocked_out_payoff(const Tensor& paths, Tensor strike, Tensor barrier) {
  Tensor total = 0.0;
  int alive = 0;
  for (Tensor path : paths) {
    bool knocked_out = false;
    for (Tensor price : path) {
      if (price >= barrier) {
        knocked_out = true;
        break;
      }
    }
    if (knocked_out) continue;
    ++alive;
    total += ag::maximum(path[path.shape(0) - 1] - strike, 0.0);
  }
  if (alive == 0) return ag::zeros_like(strike);
  return total / alive;
}

void run() {
  const Tensor paths =
      ag::tensor({{100.0, 104.0, 108.0, 111.0}, {100.0, 97.0, 99.0, 106.0}, {100.0, 121.0, 105.0, 102.0}});
  for (double barrier : {90.0, 110.0, 120.0, 200.0})
    std::printf("%.7g\n", double(knocked_out_payoff(paths, ag::tensor(101.0), ag::tensor(barrier))));
}
}  // namespace barrier_option

namespace payoff_variants {
struct Vanilla {
  double strike;
};
struct Digital {
  double strike, amount;
};
struct Straddle {
  double strike;
};
using Payoff = std::variant<Vanilla, Digital, Straddle>;

struct Evaluate {
  Tensor price;
  Tensor operator()(const Vanilla& v) const { return price > v.strike ? price - v.strike : Tensor(0.0f); }
  Tensor operator()(const Digital& d) const { return price > d.strike ? ag::full_like(price, d.amount) : 0 * price; }
  Tensor operator()(const Straddle& s) const {
    if (price < s.strike) return s.strike - price;
    return price - s.strike;
  }
};

AG_FUNCTION Tensor book_value(std::vector<Payoff> book, Tensor price) {
  Tensor sum = ag::zeros_like(price);
  for (const Payoff& payoff : book) sum += std::visit(Evaluate{price}, payoff);
  return sum;
}

void run() {
  const std::vector<Payoff> book = {Vanilla{95}, Digital{100, 7}, Straddle{102}, Vanilla{110}};
  for (float price : {80.0f, 96.0f, 101.0f, 120.0f}) std::printf("%.7g\n", double(book_value(book, ag::tensor(price))));
}
}  // namespace payoff_variants

namespace mortgage_schedule {
struct Schedule {
  int months = 0;
  double interest = 0, last_payment = 0;
};

AG_FUNCTION Schedule repay(Tensor loan, Tensor yearly_rate, Tensor payment) {
  Schedule schedule;
  Tensor balance = loan;
  const Tensor rate = yearly_rate / 12;
  while (balance > 0) {
    const Tensor interest = balance * rate;
    if (interest >= payment) {
      schedule.months = -1;
      return schedule;
    }
    Tensor paid = payment;
    if (balance + interest < payment) paid = balance + interest;
    balance = balance + interest - paid;
    schedule.interest += double(interest);
    schedule.last_payment = double(paid);
    ++schedule.months;
  }
  return schedule;
}

void run() {
  for (double payment : {5000.0, 1200.0, 500.0}) {
    const auto s =
        repay(ag::tensor(150000.0, ag::float64), ag::tensor(0.04, ag::float64), ag::tensor(payment, ag::float64));
    std::printf("%d months, %.6f interest, %.6f last\n", s.months, s.interest, s.last_payment);
  }
}
}  // namespace mortgage_schedule

namespace discount_curve {
class Curve {
 public:
  Curve(std::vector<double> times, Tensor rates) : times_(std::move(times)), rates_(std::move(rates)) {}
  Tensor rate(const Tensor& t) const {
    if (t <= times_.front()) return rates_[0];
    const int n = static_cast<int>(times_.size());
    for (int i = 1; i < n; ++i) {
      if (t > times_[i]) continue;
      const Tensor weight = (t - times_[i - 1]) / (times_[i] - times_[i - 1]);
      return rates_[i - 1] * (1 - weight) + rates_[i] * weight;
    }
    return rates_[n - 1];
  }
  Tensor discount(const Tensor& t) const { return ag::exp(-rate(t) * t); }

 private:
  std::vector<double> times_;
  Tensor rates_;
};

AG_FUNCTION Tensor swap_rate(Tensor rates, Tensor maturity) {
  const Curve curve({0.5, 1, 2, 5, 10}, rates);
  Tensor annuity = 0.0, t = 1.0;
  while (t <= maturity) {
    annuity += curve.discount(t);
    t += 1;
  }
  return (1 - curve.discount(maturity)) / annuity;
}

void run() {
  const Tensor rates = ag::tensor({0.01, 0.015, 0.02, 0.028, 0.032});
  for (float years : {1.0f, 4.0f, 10.0f, 12.0f}) std::printf("%.6f\n", double(swap_rate(rates, ag::tensor(years))));
  std::printf("%.6f\n", double(swap_rate(rates + 0.01, ag::tensor(4.0f))));
}
}  // namespace discount_curve

namespace asian_monte_carlo {
struct Lcg {
  unsigned state;
  double next() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
  }
};

AG_FUNCTION std::pair<double, double> average_price_option(Tensor spot, Tensor strike, int paths, unsigned seed) {
  Lcg random{seed};
  const double s0 = spot.item<double>(), k = strike.item<double>();
  double sum = 0, squares = 0;
  for (int path = 0; path < paths; ++path) {
    double s = s0, average = 0;
    for (int day = 0; day < 12; ++day) {
      const double radius = std::sqrt(-2 * std::log(random.next() + 1e-9)), angle = 2 * M_PI * random.next();
      const double normal = radius * std::cos(angle);
      s *= std::exp(0.01 * normal);
      average += s / 12;
    }
    const double payoff = average > k ? average - k : 0.0;
    sum += payoff;
    squares += payoff * payoff;
  }
  const double mean = sum / paths;
  return {mean, std::sqrt((squares / paths - mean * mean) / paths)};
}

void run() {
  for (double strike : {95.0, 100.0, 140.0}) {
    const auto [mean, error] = average_price_option(ag::tensor(100.0), ag::tensor(strike), 200, 7u);
    std::printf("%.8f +- %.8f\n", mean, error);
  }
}
}  // namespace asian_monte_carlo

namespace exchange_rates {
AG_FUNCTION std::pair<bool, double> arbitrage(const Tensor& rates, double threshold) {
  const int n = int(rates.shape(0));
  double best = 0;
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) {
      if (a == b) continue;
      for (int c = 0; c < n; ++c) {
        if (c == a || c == b) continue;
        const double product = double(rates(a, b)) * double(rates(b, c)) * double(rates(c, a));
        if (product > best) best = product;
      }
    }
  return std::make_pair(best > 1 + threshold, best);
}

void run() {
  const Tensor fair = ag::tensor({{1.0, 0.5, 2.0}, {2.0, 1.0, 4.0}, {0.5, 0.25, 1.0}}, ag::float64);
  Tensor skewed = fair;
  skewed(1, 2) = 4.2;
  for (const Tensor& rates : {fair, skewed}) {
    const auto [found, product] = arbitrage(rates, 0.01);
    std::cout << std::boolalpha << found << " " << product << "\n";
  }
}
}  // namespace exchange_rates

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"black_scholes", black_scholes::run},
                                {"implied_volatility", implied_volatility::run},
                                {"binomial_tree", binomial_tree::run},
                                {"yield_of_bond", yield_of_bond::run},
                                {"barrier_option", barrier_option::run},
                                {"payoff_variants", payoff_variants::run},
                                {"mortgage_schedule", mortgage_schedule::run},
                                {"discount_curve", discount_curve::run},
                                {"asian_monte_carlo", asian_monte_carlo::run},
                                {"exchange_rates", exchange_rates::run}});
}
