#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Count {
  int n = 0;
}; struct Count_staged { ag::Staged<int> n = 0; }; [[maybe_unused]] inline Count_staged ag_staged_class(const Count*) { return {}; }

AG_CONVERT Tensor f(Tensor x) {
  ag::staged_t<std::vector<int>> changes(3);
  for (ag::Staged<int>& change : changes) {
    ag::if_stmt(x > 0, AG_STATE(changes), [&] { ++change; });
  }
  std::vector<Count> counts(2);
  for (ag::staged_t<Count> one : ag::staged(counts)) {
    ag::if_stmt(x > 1, AG_STATE(one), [&] { ++one.n; });
    x += one.n;
  }
  return x + changes[0];
}
