#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Range {
  int low = 0, high = 0;
}; struct Range_staged { ag::Staged<int> low = 0; ag::Staged<int> high = 0; }; [[maybe_unused]] inline Range_staged ag_staged_class(const Range*) { return {}; }

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> n = 0, m = 5;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, n, m), [&] {
    x = x / 2;
    ++n;
    --m;
  });
  ag::staged_t<std::vector<int>> both{n, m};
  const ag::staged_t<std::vector<std::vector<int>>> rows = {{n, 1}, {m, 2}};
  const ag::staged_t<std::vector<Range>> ranges = {{n, m}, ag::staged(Range{1, 2})};
  return x * both[0] + rows[1][0] + ranges[0].low;
}
