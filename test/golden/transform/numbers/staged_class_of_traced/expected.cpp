#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// An object that is found by identity, and the twin of its class.
struct Model {
  Tensor level = 0.f;
  double limit = 2;
  Tensor replaced(Tensor x) {
    ag::ref(level) = x;
    return x;
  }
  AG_CONVERT Tensor next(Tensor x) { return ag::if_else(ag::external(level) > ag::external(limit), [&] { return replaced(x); }, [&] { return x; }); }
  AG_FUNCTION Tensor entry(Tensor x) { return ag::traced<&Model::entry>(*this, AG_STATE(x), [this](Tensor x) -> Tensor { return next(x) + ag::external(level); }); }
}; struct Model_staged; [[maybe_unused]] inline Model_staged ag_staged_class(const Model*); struct Model_staged { Tensor level = 0.f; ag::Staged<double> limit = 2; Tensor replaced(Tensor x); Tensor next(Tensor x); }; inline Model_staged ag_staged_class(const Model*) { return {}; }

AG_FUNCTION Tensor f_staged(ag::staged_t<Model> model, Tensor x) { return model.next(x) + model.level; } Tensor f(Model model, Tensor x) { return ag::traced<&f>(AG_STATE(model, x), [](Model model, Tensor x) { return f_staged(ag::staged(model), x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&Model::entry, "AG_FUNCTION Tensor entry(Tensor x) {\n  return next(x) + ag::external(level);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&f, "AG_FUNCTION Tensor f_staged(ag::staged_t<Model> model, Tensor x) {\n  return model.next(x) + model.level;\n}");
#line 8 "input.cpp"
inline Tensor Model_staged::replaced(Tensor x) {
  level = x;
  return x;
}
#line 12 "input.cpp"
inline Tensor Model_staged::next(Tensor x) { return ag::if_else(level > limit, AG_STATE(level), [&] { return replaced(x); }, [&] { return x; }); }
