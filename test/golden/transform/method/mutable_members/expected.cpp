#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

using ag::Tensor;

namespace {

struct Search {
  double shrink = 0.5;
  mutable int evaluations = 0;
  double step(Tensor x) const;
}; struct Search_staged; [[maybe_unused]] inline Search_staged ag_staged_class(const Search*); struct Search_staged { ag::Staged<double> shrink = 0.5; mutable ag::Staged<int> evaluations = 0; ag::Staged<double> step(Tensor x) const; }; inline Search_staged ag_staged_class(const Search*) { return {}; }

[[maybe_unused]] double Search::step(Tensor x) const {
  double t = 1;
  while (ag::sum(x * t) > 1) {
    t *= shrink;
    ++evaluations;
  }
  return t;
}

AG_FUNCTION ag::Staged<int> evaluations_of_staged(Tensor x) {
  ag::staged_t<Search> search;
  ag::if_stmt(ag::any(x > 2), AG_STATE(search), [&] { x = x * search.step(x); });
  return search.evaluations;
} [[maybe_unused]] int evaluations_of(Tensor x) { return ag::traced<&evaluations_of>(AG_STATE(x), [](Tensor x) { return evaluations_of_staged(x); }); }

}  // namespace

int counted(Tensor x) { return evaluations_of(x); }
static const ag::GeneratedCode ag_generated_code_input_1(&evaluations_of, "AG_FUNCTION ag::Staged<int> evaluations_of_staged(Tensor x) {\n  ag::staged_t<Search> search;\n  ag::if_stmt(ag::any(x > 2), AG_STATE(search), [&] { x = x * search.step(x); });\n  return search.evaluations;\n}");
#line 13 "input.cpp"
namespace { inline ag::Staged<double> Search_staged::step(Tensor x) const {
  ag::Staged<double> t = 1;
  ag::while_stmt([&] { return ag::sum(x * t) > 1; }, AG_STATE(t, evaluations), [&] {
    t *= shrink;
    ++evaluations;
  });
  return t;
} }
