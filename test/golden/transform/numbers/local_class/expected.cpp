#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> rounds) {
  struct Best_staged; struct Best {
    double value = -1;
    int at{};
    Tensor x;
   using ag_staged_class [[maybe_unused]] = ag::StagedClass<Best, Best_staged>; }; struct Best_staged { ag::Staged<double> value = -1; ag::Staged<int> at {}; Tensor x; };
  ag::staged_t<Best> best{.x = x};
  { ag::Staged<int> k = 0; ag::for_stmt([&] { return k < rounds; }, [&] { ++k; }, AG_STATE(x, best, k), [&] {
    struct Row_staged; struct Row { double scale[2] = {1, 2};  using ag_staged_class [[maybe_unused]] = ag::StagedClass<Row, Row_staged>; }; struct Row_staged { ag::Staged<double> scale[2] = {1, 2}; };
    ag::staged_t<Row> row;
    ag::if_stmt(ag::sum(x) > k, AG_STATE(row), [&] { row.scale[1] = 3; });
    x = x * ag::element(row.scale, k % 2);
    ag::if_stmt(ag::sum(x) > best.value, AG_STATE(best), [&] { best = {ag::item<double>(ag::sum(x)), k, x}; });
  }); }
  struct Plain_staged; struct Plain { int n;  using ag_staged_class [[maybe_unused]] = ag::StagedClass<Plain, Plain_staged>; }; struct Plain_staged { ag::Staged<int> n; }; ag::staged_t<Plain> plain{rounds};
  return best.x * best.at + plain.n;
} Tensor f(Tensor x, int rounds) { return f_staged(x, rounds); }
