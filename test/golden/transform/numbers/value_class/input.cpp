#include <ag/ag.h>
#include <vector>
using ag::Tensor;

namespace app {
struct Step {
  int count = 0;
  double error{};
  Tensor x;
};
struct Log {
  struct Entry {
    bool ok;
  };
  Step last;
  std::vector<int> sizes;
  Entry entry;
};
struct Left {
  int alone;
};
}  // namespace app
app::Step measured(int k);
AG_FUNCTION app::Step f(Tensor x) {
  app::Step step{.count = 1, .x = x};
  app::Log log;
  app::Left left{3};
  while (ag::max(step.x) > left.alone) {
    step.x = step.x / 2;
    ++step.count;
    log.last = step;
    log.entry.ok = true;
  }
  if (step.count > 3) return log.last;
  step = measured(3);
  return {step.count, 2.0, x};
}
