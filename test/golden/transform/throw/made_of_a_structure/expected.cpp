#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <stdexcept>
#include <string>
using ag::Tensor;

struct Progress {
  int steps = 0;
  double last = 0;
}; struct Progress_staged { ag::Staged<int> steps = 0; ag::Staged<double> last = 0; }; [[maybe_unused]] inline Progress_staged ag_staged_class(const Progress*) { return {}; }

// The text is that of the plain build, and so is the type of what it is made of.
AG_FUNCTION ag::Staged<double> halved_staged(Tensor x) {
  ag::staged_t<Progress> progress;
  ag::Staged<double> value = ag::item<double>(x);
  ag::while_stmt([&] { return value > 1; }, AG_STATE(progress, value), [&] {
    value /= 2;
    progress.last = value;
    ag::if_stmt(++progress.steps > 9, [&] { ag::raise(ag::deferred([=](Progress progress) { return std::runtime_error("at " + std::to_string(progress.last)); }, progress)); });
  });
  return progress.last;
} double halved(Tensor x) { return ag::traced<&halved>(AG_STATE(x), [](Tensor x) { return halved_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&halved, "AG_FUNCTION ag::Staged<double> halved_staged(Tensor x) {\n  ag::staged_t<Progress> progress;\n  ag::Staged<double> value = ag::item<double>(x);\n  ag::while_stmt([&] { return value > 1; }, AG_STATE(progress, value), [&] {\n    value /= 2;\n    progress.last = value;\n    ag::if_stmt(++progress.steps > 9, [&] {\n      ag::raise(ag::deferred([=](Progress progress) {\n        return std::runtime_error(\"at \" + std::to_string(progress.last));\n      }, progress));\n    });\n  });\n  return progress.last;\n}");
