#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Summary {
  int count;
  double mean;
  bool large = false;
  explicit Summary(Tensor x) : count(int(x.size())) {
    mean = double(ag::mean(x));
    if (ag::max(x) > 10) large = true;
  }
  double score() const { return large ? -mean : mean * count; }
 public: explicit Summary(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Summary& object) { return std::tie(object.count, object.mean, object.large); } }; struct Summary_staged; [[maybe_unused]] inline Summary_staged ag_staged_class(const Summary*); struct Summary_staged { ag::Staged<int> count; ag::Staged<double> mean; ag::Staged<bool> large = false; explicit Summary_staged(ag::Parts) {} explicit Summary_staged(Tensor x); ag::Staged<double> score() const; [[maybe_unused]] friend auto ag_fields(Summary_staged& object) { return std::tie(object.count, object.mean, object.large); } }; inline Summary_staged ag_staged_class(const Summary*) { return Summary_staged(ag::Parts()); }

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Summary> summary(x);
  ag::if_stmt(ag::sum(x) > 3, AG_STATE(summary), [&] { summary.mean += 1; });
  return summary.score() + ag::staged_t<Summary>(x / 2).score();
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<Summary> summary(x);\n  ag::if_stmt(ag::sum(x) > 3, AG_STATE(summary), [&] { summary.mean += 1; });\n  return summary.score() + ag::staged_t<Summary>(x / 2).score();\n}");
#line 8 "input.cpp"
inline Summary_staged::Summary_staged(Tensor x) : count(ag::cast<int>(ag::element_count(x))) {
  mean = ag::item<double>(ag::mean(x));
  ag::if_stmt(ag::max(x) > 10, AG_STATE(large), [&] { large = true; });
}
#line 12 "input.cpp"
inline ag::Staged<double> Summary_staged::score() const { return ag::if_else(large, [&] { return -mean; }, [&] { return mean * count; }); }
