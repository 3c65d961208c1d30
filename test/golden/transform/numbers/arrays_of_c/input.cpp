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
};

AG_FUNCTION double smoothed(Tensor x) {
  const double weights[] = {0.5, 0.25, double(ag::max(x))};
  float window[3];
  for (float& value : window) value = 0;
  Histogram histogram;
  for (Tensor value : x) {
    for (int k = 2; k > 0; --k) window[k] = window[k - 1];
    window[0] = value > 0 ? float(value) : 0.0f;
    histogram.see(value);
  }
  double sum = 0;
  for (int k = 0; k < int(sizeof window / sizeof window[0]); ++k) sum += weights[k] * window[k];
  for (float value : window) sum += value;
  return sum + histogram.score();
}
