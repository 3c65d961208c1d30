#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Histogram {
 public:
  void see(Tensor value) {
    int bin = value < 0 ? 0 : value < 1 ? 1 : 2;
    ++counts_[bin];
    last_[0] = last_[1];
    last_[1] = double(value);
  }
  double score() const { return counts_[0] + 10 * counts_[2] + last_[0]; }

 private:
  int counts_[3] = {};
  double last_[2] = {0, 0}, unused_[1];
 [[maybe_unused]] friend auto ag_fields(Histogram& object) { return std::tie(object.counts_, object.last_, object.unused_); } }; struct Histogram_staged; [[maybe_unused]] inline Histogram_staged ag_staged_class(const Histogram*); struct Histogram_staged { ag::Staged<int> counts_[3] = {}; ag::Staged<double> last_[2] = {0, 0}; ag::Staged<double> unused_[1]; void see(Tensor value); ag::Staged<double> score() const; }; inline Histogram_staged ag_staged_class(const Histogram*) { return {}; }

AG_FUNCTION ag::Staged<double> smoothed_staged(Tensor x) {
  const ag::Staged<double> weights[] = {0.5, 0.25, ag::item<double>(ag::max(x))};
  ag::Staged<float> window[3];
  for (ag::Staged<float>& value : window) value = 0;
  ag::staged_t<Histogram> histogram;
  ag::for_stmt(x, AG_STATE(window, histogram), [&](Tensor value) {
    for (int k = 2; k > 0; --k) window[k] = window[k - 1];
    window[0] = ag::if_else(value > 0, [&] { return ag::item<float>(value); }, [&] { return 0.0f; });
    histogram.see(value);
  });
  ag::Staged<double> sum = 0;
  for (int k = 0; k < int(sizeof window / sizeof window[0]); ++k) sum += weights[k] * window[k];
  for (ag::Staged<float> value : window) sum += value;
  return sum + histogram.score();
} double smoothed(Tensor x) { return ag::traced<&smoothed>(AG_STATE(x), [](Tensor x) { return smoothed_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&smoothed, "AG_FUNCTION ag::Staged<double> smoothed_staged(Tensor x) {\n  const ag::Staged<double> weights[] = {0.5, 0.25, ag::item<double>(ag::max(x))};\n  ag::Staged<float> window[3];\n  for (ag::Staged<float>& value : window) value = 0;\n  ag::staged_t<Histogram> histogram;\n  ag::for_stmt(x, AG_STATE(window, histogram), [&](Tensor value) {\n    for (int k = 2; k > 0; --k) window[k] = window[k - 1];\n    window[0] =\n        ag::if_else(value > 0, [&] { return ag::item<float>(value); }, [&] { return 0.0f; });\n    histogram.see(value);\n  });\n  ag::Staged<double> sum = 0;\n  for (int k = 0; k < int(sizeof window / sizeof window[0]); ++k) sum += weights[k] * window[k];\n  for (ag::Staged<float> value : window) sum += value;\n  return sum + histogram.score();\n}");
#line 6 "input.cpp"
inline void Histogram_staged::see(Tensor value) {
  ag::Staged<int> bin = ag::if_else(value < 0, [&] { return 0; }, [&] { return ag::if_else(value < 1, [&] { return 1; }, [&] { return 2; }); });
  ++ag::element(counts_, bin);
  last_[0] = last_[1];
  last_[1] = ag::item<double>(value);
}
#line 12 "input.cpp"
inline ag::Staged<double> Histogram_staged::score() const { return counts_[0] + 10 * counts_[2] + last_[0]; }
