#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <compare>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>
using ag::Tensor;

struct Score {
  double value = 0;
  friend auto operator<=>(const Score& a, const Score& b) { return a.value <=> b.value; }
  friend bool operator==(const Score& a, const Score& b) { return a.value == b.value; }
}; struct Score_staged; [[maybe_unused]] inline Score_staged ag_staged_class(const Score*); struct Score_staged { ag::Staged<double> value = 0; friend ag::staged_t<std::partial_ordering> operator<=>(const ag::staged_t<Score>& a, const ag::staged_t<Score>& b); friend ag::Staged<bool> operator==(const ag::staged_t<Score>& a, const ag::staged_t<Score>& b); }; inline Score_staged ag_staged_class(const Score*) { return {}; }
AG_CONVERT ag::Staged<int> compared_staged(Tensor x) {
  ag::staged_t<Score> best, next{ag::item<double>(x)};
  ag::staged_t<std::pair<double, int>> p{next.value, 1}, q{1, 2};
  ag::Staged<int> n = 0;
  ag::if_stmt(next > best, AG_STATE(n), [&] { n += 1; });
  ag::if_stmt(!(next == best), AG_STATE(n), [&] { n += 2; });
  ag::if_stmt(ag::or_else(ag::cxx::three_way(p, q) < 0, [&] { return ag::cxx::equal_to(p, q); }), AG_STATE(n), [&] { n += 4; });
  return n;
} int compared(Tensor x) { return ag::plain<int>(compared_staged(x)); }
AG_CONVERT ag::staged_t<std::map<std::string, double>> summary_staged(Tensor x) { return {{"sum", ag::item<double>(ag::sum(x))}, {"size", 2}}; } std::map<std::string, double> summary(Tensor x) { return ag::plain<std::map<std::string, double>>(summary_staged(x)); }
AG_CONVERT ag::Staged<double> total_staged(ag::staged_t<std::span<const double>> values) {
  ag::Staged<double> sum = 0;
  for (ag::Staged<double> value : values) sum += value;
  return sum;
} double total(std::span<const double> values) { return ag::plain<double>(total_staged(ag::staged(values))); }
AG_CONVERT ag::Staged<double> in_ranges_staged(Tensor x) {
  ag::staged_t<std::vector<double>> values = ag::items<double>(x);
  ag::cxx::ranges::sort(values);
  auto map = summary_staged(x);
  return total_staged(values) + *ag::cxx::ranges::max_element(values) + map["sum"];
} double in_ranges(Tensor x) { return ag::plain<double>(in_ranges_staged(x)); }
#line 15 "input.cpp"
inline ag::staged_t<std::partial_ordering> operator<=>(const ag::staged_t<Score>& a, const ag::staged_t<Score>& b) { return ag::cxx::three_way(a.value, b.value); }
#line 16 "input.cpp"
inline ag::Staged<bool> operator==(const ag::staged_t<Score>& a, const ag::staged_t<Score>& b) { return a.value == b.value; }
