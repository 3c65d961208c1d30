#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

namespace app {
struct Step {
  int count = 0;
  double error{};
  Tensor x;
}; struct Step_staged { ag::Staged<int> count = 0; ag::Staged<double> error {}; Tensor x; }; [[maybe_unused]] inline Step_staged ag_staged_class(const Step*) { return {}; }
struct Log {
  struct Entry {
    bool ok;
  }; struct Entry_staged { ag::Staged<bool> ok; }; friend Entry_staged ag_staged_class(const Entry*) { return {}; }
  Step last;
  std::vector<int> sizes;
  Entry entry;
}; struct Log_staged { using Entry = Log::Entry; ag::staged_t<Step> last; ag::staged_t<std::vector<int>> sizes; ag::staged_t<app::Log::Entry> entry; }; [[maybe_unused]] inline Log_staged ag_staged_class(const Log*) { return {}; }
struct Left {
  int alone;
};
}  // namespace app
app::Step measured(int k);
AG_FUNCTION ag::staged_t<app::Step> f_staged(Tensor x) {
  ag::staged_t<app::Step> step{.count = 1, .x = x};
  ag::staged_t<app::Log> log;
  app::Left left{3};
  ag::while_stmt([&] { return ag::max(step.x) > left.alone; }, AG_STATE(step, log), [&] {
    step.x = step.x / 2;
    ++step.count;
    log.last = step;
    log.entry.ok = true;
  });
  return ag::if_else<ag::staged_t<app::Step>>(step.count > 3, [&] { return log.last; }, [&]() -> ag::staged_t<app::Step> {
  step = ag::staged(measured(3));
  return {step.count, 2.0, x};
}); } app::Step f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::staged_t<app::Step> f_staged(Tensor x) {\n  ag::staged_t<app::Step> step{.count = 1, .x = x};\n  ag::staged_t<app::Log> log;\n  app::Left left{3};\n  ag::while_stmt([&] { return ag::max(step.x) > left.alone; }, AG_STATE(step, log), [&] {\n    step.x = step.x / 2;\n    ++step.count;\n    log.last = step;\n    log.entry.ok = true;\n  });\n  return ag::if_else<ag::staged_t<app::Step>>(\n      step.count > 3, [&] { return log.last; }, [&]() -> ag::staged_t<app::Step> {\n    step = ag::staged(measured(3));\n    return {step.count, 2.0, x};\n  });\n}");
