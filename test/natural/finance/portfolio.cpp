// Trading rules, risk and the books of a company.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <iostream>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace moving_average_crossover {
struct Trade {
  int day;
  bool buy;
  double price;
};

double mean_of_last(const std::vector<double>& prices, int end, int n) {
  return std::accumulate(prices.begin() + (end - n), prices.begin() + end, 0.0) / n;
}

AG_FUNCTION std::vector<Trade> trades(const Tensor& series, int fast, int slow) {
  const std::vector<double> prices = series.to_vector<double>();
  std::vector<Trade> book;
  bool holding = false;
  for (int day = slow; day < static_cast<int>(prices.size()); ++day) {
    const double quick = mean_of_last(prices, day, fast), lazy = mean_of_last(prices, day, slow);
    if (!holding && quick > lazy) {
      book.push_back({day, true, prices[day]});
      holding = true;
    } else if (holding && quick < lazy) {
      book.push_back({day, false, prices[day]});
      holding = false;
    }
  }
  return book;
}

void run() {
  const Tensor up_and_down =
      ag::tensor({10.0, 10.0, 11.0, 12.0, 14.0, 13.0, 11.0, 9.0, 8.0, 9.0, 11.0, 13.0}, ag::float64);
  for (const Tensor& series : {up_and_down, ag::flip(up_and_down), ag::ones({12}, ag::float64)}) {
    for (const auto& [day, buy, price] : trades(series, 2, 4))
      std::cout << (buy ? "buy" : "sell") << day << "@" << price << " ";
    std::cout << "\n";
  }
}
}  // namespace moving_average_crossover

namespace maximum_drawdown {
struct Drawdown {
  Tensor depth;
  int peak = 0, trough = 0;
};

AG_FUNCTION Drawdown worst(Tensor values) {
  Drawdown result{.depth = 0.0f};
  Tensor highest = values[0];
  int highest_at = 0;
  int i = 0;
  for (Tensor value : values) {
    if (value > highest) {
      highest = value;
      highest_at = i;
    }
    const Tensor depth = (highest - value) / highest;
    if (depth > result.depth) result = {depth, highest_at, i};
    ++i;
  }
  return result;
}

void run() {
  for (const Tensor& values :
       {ag::tensor({100.0, 120.0, 90.0, 110.0, 80.0, 130.0}), ag::tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}),
        ag::tensor({5.0, 4.0, 9.0, 3.0, 8.0, 8.5})}) {
    const Drawdown d = worst(values);
    std::printf("%.7g from %d to %d\n", double(d.depth), d.peak, d.trough);
  }
}
}  // namespace maximum_drawdown

namespace order_matching {
struct Order {
  double price;
  int quantity;
  bool operator<(const Order& other) const { return price < other.price; }
};

AG_FUNCTION std::pair<int, double> match(Tensor bids, Tensor asks) {
  std::priority_queue<Order> buyers, sellers;
  for (int i = 0; i < bids.shape(0); ++i) buyers.push({bids(i, 0).item<double>(), bids(i, 1).item<int>()});
  for (int i = 0; i < asks.shape(0); ++i) sellers.push({-asks(i, 0).item<double>(), asks(i, 1).item<int>()});
  int volume = 0;
  double last = 0;
  while (!buyers.empty() && !sellers.empty()) {
    Order bid = buyers.top(), ask = sellers.top();
    if (bid.price < -ask.price) break;
    buyers.pop();
    sellers.pop();
    const int traded = std::min(bid.quantity, ask.quantity);
    volume += traded;
    last = (bid.price - ask.price) / 2;
    if (bid.quantity > traded) buyers.push({bid.price, bid.quantity - traded});
    if (ask.quantity > traded) sellers.push({ask.price, ask.quantity - traded});
  }
  return {volume, last};
}

void run() {
  const Tensor bids = ag::tensor({{10.1, 5}, {10.3, 2}, {9.9, 10}}, ag::float64);
  const Tensor asks = ag::tensor({{10.0, 4}, {10.2, 6}}, ag::float64);
  for (double shift : {-1.0, 0.0, 0.25, 2.0}) {
    Tensor moved = asks;
    moved(ag::all, 0) = asks(ag::all, 0) + shift;
    const auto [volume, price] = match(bids, moved);
    std::printf("%d at %.6g\n", volume, price);
  }
}
}  // namespace order_matching

namespace progressive_tax {
constexpr std::array<std::pair<double, double>, 4> kBands = {{{0, 0.0}, {12000, 0.2}, {50000, 0.4}, {150000, 0.45}}};

AG_FUNCTION double tax(Tensor income, bool married) {
  double amount = double(income);
  if (married) amount /= 2;
  double due = 0;
  for (size_t i = 0; i < kBands.size(); ++i) {
    const auto [from, rate] = kBands[i];
    if (amount <= from) break;
    const double to = i + 1 < kBands.size() ? kBands[i + 1].first : amount;
    due += rate * (std::min(amount, to) - from);
  }
  return married ? 2 * due : due;
}

void run() {
  for (double income : {8000.0, 30000.0, 100000.0, 400000.0})
    std::printf("%.2f %.2f\n", tax(ag::tensor(income, ag::float64), false), tax(ag::tensor(income, ag::float64), true));
}
}  // namespace progressive_tax

namespace rebalancing {
class Portfolio {
 public:
  Portfolio(Tensor weights, Tensor band) : target_(weights), band_(band), holdings_(weights * 1.0) {}

  void grow(const Tensor& returns) { holdings_ = holdings_ * (1 + returns); }
  bool drifted() const {
    const Tensor gap = ag::max(ag::abs(holdings_ / ag::sum(holdings_) - target_));
    return gap > band_ ? true : false;
  }
  void rebalance(Tensor fee) {
    const Tensor total = ag::sum(holdings_);
    const Tensor turnover = ag::sum(ag::abs(holdings_ - total * target_));
    holdings_ = (total - fee * turnover) * target_;
    ++trades;
  }
  Tensor total() const { return ag::sum(holdings_); }

  int trades = 0;

 private:
  Tensor target_, band_, holdings_;
};

AG_FUNCTION std::pair<Tensor, int> simulate(Tensor returns, Tensor weights, Tensor band) {
  Portfolio portfolio(weights, band);
  for (Tensor day : returns) {
    portfolio.grow(day);
    if (portfolio.drifted()) portfolio.rebalance(0.001);
  }
  return {portfolio.total(), portfolio.trades};
}

void run() {
  const Tensor returns = ag::tensor({{0.02, -0.01}, {0.05, 0.0}, {-0.04, 0.03}, {0.1, -0.02}, {0.0, 0.01}});
  for (float band : {0.001f, 0.02f, 0.5f}) {
    const auto [total, trades] = simulate(returns, ag::tensor({0.6, 0.4}), ag::tensor(band));
    std::printf("%.7g after %d trades\n", double(total), trades);
  }
}
}  // namespace rebalancing

namespace value_at_risk {
AG_FUNCTION std::pair<Tensor, Tensor> tail(Tensor returns, double level) {
  const Tensor sorted = ag::sort(returns);
  const int n = static_cast<int>(returns.size());
  const int k = std::max(1, static_cast<int>((1 - level) * n));
  const Tensor var = -sorted[k - 1];
  Tensor shortfall = 0.0, count = 0;
  for (Tensor r : sorted) {
    if (-r < var) break;
    shortfall -= r;
    count += 1;
  }
  return {var, shortfall / count};
}

void run() {
  const Tensor returns = ag::tensor({0.01, -0.02, 0.03, -0.05, 0.0, 0.02, -0.01, -0.03, 0.04, 0.01});
  for (double level : {0.9, 0.7, 0.5}) {
    const auto [var, shortfall] = tail(returns, level);
    std::printf("%.6g %.6g\n", double(var), double(shortfall));
  }
}
}  // namespace value_at_risk

namespace first_in_first_out {
struct Lot {
  Tensor quantity, cost;
};

AG_FUNCTION Tensor realised_gain(const Tensor& quantities, const Tensor& prices) {
  std::deque<Lot> lots;
  Tensor gain = 0.0;
  for (int i = 0; i < quantities.shape(0); ++i) {
    Tensor left = quantities[i];
    if (left > 0) {
      lots.push_back({left, prices[i]});
      continue;
    }
    left = -left;
    while (left > 0 && !lots.empty()) {
      Lot& first = lots.front();
      const Tensor sold = ag::minimum(left, first.quantity);
      gain += sold * (prices[i] - first.cost);
      first.quantity -= sold;
      left -= sold;
      if (first.quantity == 0) lots.pop_front();
    }
  }
  return gain;
}

void run() {
  const Tensor prices = ag::tensor({10.0, 12.0, 15.0, 11.0, 9.0});
  for (const Tensor& q : {ag::tensor({10.0, 5.0, -12.0, 4.0, -7.0}), ag::tensor({1.0, 1.0, 1.0, 1.0, 1.0}),
                          ag::tensor({3.0, -5.0, 2.0, -1.0, -1.0})})
    std::printf("%.7g\n", double(realised_gain(q, prices)));
}
}  // namespace first_in_first_out

namespace efficient_frontier {
struct Moments {
  Tensor mean, covariance;

  Tensor risk(const Tensor& w) const { return ag::sqrt(ag::matmul(w, ag::matmul(covariance, w))); }
  Tensor sharpe(const Tensor& w, double riskless) const { return (ag::sum(w * mean) - riskless) / risk(w); }
};

AG_FUNCTION std::pair<Tensor, int> best_of_random(Moments m, Tensor candidates, double riskless) {
  Tensor best = candidates[0], best_ratio = m.sharpe(best, riskless);
  int chosen = 0;
  for (int i = 1; i < candidates.shape(0); ++i) {
    const Tensor w = candidates[i] / ag::sum(candidates[i]);
    if (const Tensor ratio = m.sharpe(w, riskless); ratio > best_ratio) {
      best_ratio = ratio;
      best = w;
      chosen = i;
    }
  }
  return {best, chosen};
}

void run() {
  const Moments m{ag::tensor({0.05, 0.08, 0.12}), ag::tensor({{0.01, 0.0, 0.0}, {0.0, 0.04, 0.01}, {0.0, 0.01, 0.09}})};
  const Tensor candidates = ag::tensor({{1.0, 0.0, 0.0}, {1.0, 1.0, 1.0}, {2.0, 1.0, 0.5}, {0.0, 0.2, 0.9}});
  for (double riskless : {0.0, 0.045, 0.02}) {
    const auto [w, chosen] = best_of_random(m, candidates, riskless);
    std::cout << w << " " << chosen << "\n";
  }
}
}  // namespace efficient_frontier

namespace credit_ratings {
enum class Rating { AAA, BBB, CCC, Default };

std::string letters(Rating rating) {
  static const std::map<Rating, std::string> kNames = {
      {Rating::AAA, "AAA"}, {Rating::BBB, "BBB"}, {Rating::CCC, "CCC"}, {Rating::Default, "D"}};
  return kNames.at(rating);
}

Rating rate(const Tensor& debt, const Tensor& earnings) {
  if (earnings <= 0) return Rating::Default;
  const Tensor ratio = debt / earnings;
  return ratio < 1 ? Rating::AAA : ratio < 3 ? Rating::BBB : Rating::CCC;
}

AG_FUNCTION Tensor expected_loss(Tensor debts, Tensor earnings, Tensor recovery) {
  Tensor loss = 0.0;
  for (int i = 0; i < debts.shape(0); ++i) {
    switch (rate(debts[i], earnings[i])) {
      case Rating::AAA:
        break;
      case Rating::BBB:
        loss += debts[i] * 0.01 * (1 - recovery);
        break;
      case Rating::CCC:
        loss += debts[i] * 0.2 * (1 - recovery);
        break;
      case Rating::Default:
        loss += debts[i] * (1 - recovery);
    }
  }
  return loss;
}

AG_FUNCTION Rating rating_of(Tensor debt, Tensor earnings) { return rate(debt, earnings); }

void run() {
  const Tensor debts = ag::tensor({100.0, 200.0, 300.0, 50.0}), earnings = ag::tensor({120.0, 100.0, 20.0, -5.0});
  std::printf("%.7g %.7g\n", double(expected_loss(debts, earnings, 0.4)),
              double(expected_loss(debts, earnings + 300, 0.0)));
  for (int i = 0; i < 4; ++i) std::cout << letters(rating_of(debts[i], earnings[i])) << " ";
  std::cout << "\n";
}
}  // namespace credit_ratings

namespace savings_goal {
template <class Contribution>
std::pair<Tensor, int> years_until(Tensor goal, Tensor rate, Contribution contribution, int limit) {
  Tensor balance = 0.0;
  int year = 0;
  while (balance < goal && year < limit) {
    balance = balance * (1 + rate) + contribution(year);
    year++;
  }
  return {balance, year};
}

struct Raise {
  float first, growth;
  float operator()(int year) const { return first * std::pow(growth, static_cast<float>(year)); }
};

AG_FUNCTION Tensor compare(Tensor goal, Tensor rate) {
  const auto [flat, flat_years] = years_until(goal, rate, [](int) { return 1000.0f; }, 50);
  const auto [rising, rising_years] = years_until(goal, rate, Raise{800.0f, 1.05f}, 50);
  if (flat_years == rising_years) return ag::maximum(flat, rising);
  return Tensor(flat_years - rising_years) * 1.0f;
}

void run() {
  for (float goal : {2500.0f, 20000.0f, 1e6f})
    std::printf("%.7g\n", double(compare(ag::tensor(goal), ag::tensor(0.03f))));
}
}  // namespace savings_goal

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"moving_average_crossover", moving_average_crossover::run},
                                {"maximum_drawdown", maximum_drawdown::run},
                                {"order_matching", order_matching::run},
                                {"progressive_tax", progressive_tax::run},
                                {"rebalancing", rebalancing::run},
                                {"value_at_risk", value_at_risk::run},
                                {"first_in_first_out", first_in_first_out::run},
                                {"efficient_frontier", efficient_frontier::run},
                                {"credit_ratings", credit_ratings::run},
                                {"savings_goal", savings_goal::run}});
}
