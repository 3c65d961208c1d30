#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

int drawn = 0;
struct Step {
  int size = 2;
  int next() const {
    drawn += size;
    return drawn;
  }
}; struct Step_staged; [[maybe_unused]] inline Step_staged ag_staged_class(const Step*); struct Step_staged { ag::Staged<int> size = 2; ag::Staged<int> next() const; }; inline Step_staged ag_staged_class(const Step*) { return {}; }
ag::Staged<int> helper_staged(ag::Staged<int> size) {
  const ag::staged_t<Step> step{size};
  return step.next();
} int helper(int size) { return ag::plain<int>(helper_staged(size)); }
ag::Staged<int> counted_staged(ag::Staged<int> n) {
  const auto count = [&] { return ++ag::ref(drawn); };
  return count() + n;
} int counted(int n) { return ag::plain<int>(counted_staged(n)); }
int neither(int n) { return n * 2; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor { return x + helper_staged(3) + counted_staged(4) + neither(5); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  return x + helper_staged(3) + counted_staged(4) + neither(5);\n}");
#line 7 "input.cpp"
inline ag::Staged<int> Step_staged::next() const {
  ag::ref(drawn) += size;
  return ag::external(drawn);
}
