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
};
AG_CONVERT int compared(Tensor x) {
  Score best, next{double(x)};
  std::pair<double, int> p{next.value, 1}, q{1, 2};
  int n = 0;
  if (next > best) n += 1;
  if (next != best) n += 2;
  if (p < q || p == q) n += 4;
  return n;
}
AG_CONVERT std::map<std::string, double> summary(Tensor x) { return {{"sum", double(ag::sum(x))}, {"size", 2}}; }
AG_CONVERT double total(std::span<const double> values) {
  double sum = 0;
  for (double value : values) sum += value;
  return sum;
}
AG_CONVERT double in_ranges(Tensor x) {
  std::vector<double> values = x.to_vector<double>();
  std::ranges::sort(values);
  auto map = summary(x);
  return total(values) + *std::ranges::max_element(values) + map["sum"];
}
