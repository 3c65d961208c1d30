#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <stdexcept>
#include <string>
using ag::Tensor;

struct Diverged : std::runtime_error {
  Diverged(int steps, double error) : std::runtime_error("diverged"), steps(steps), error(error) {}
  int steps;
  double error;
};

// Made of numbers that only the graph knows; the text is that of the plain build.
AG_FUNCTION Tensor settled(Tensor x, std::string name) { return ag::traced<&settled>(AG_STATE(x, name), [](Tensor x, std::string name) -> Tensor {
  ag::Staged<int> steps = 0;
  ag::while_stmt([&] { return ag::max(x) > 1; }, AG_STATE(x, steps), [&] {
    x = x / 2;
    ag::if_stmt(++steps > 9, [&] { ag::raise(ag::deferred([=](auto steps, Tensor x) { return Diverged(steps, double(ag::sum(x))); }, steps, x)); });
    ag::if_stmt(ag::min(x) < 0, [&] { ag::raise(ag::deferred([=](auto steps) { return std::domain_error(name + " after " + std::to_string(steps)); }, steps)); });
  });
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&settled, "AG_FUNCTION Tensor settled(Tensor x, std::string name) {\n  ag::Staged<int> steps = 0;\n  ag::while_stmt([&] { return ag::max(x) > 1; }, AG_STATE(x, steps), [&] {\n    x = x / 2;\n    ag::if_stmt(++steps > 9, [&] {\n      ag::raise(ag::deferred(\n          [=](auto steps, Tensor x) { return Diverged(steps, double(ag::sum(x))); }, steps, x));\n    });\n    ag::if_stmt(ag::min(x) < 0, [&] {\n      ag::raise(ag::deferred([=](auto steps) {\n        return std::domain_error(name + \" after \" + std::to_string(steps));\n      }, steps));\n    });\n  });\n  return x;\n}");
