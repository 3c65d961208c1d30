// A loop over an object calls begin() and end() of its staged class.
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

class Series {
 public:
  void add(double value) { values_.push_back(value); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::vector<double>::iterator begin() { return values_.begin(); }
  std::vector<double>::iterator end() { return values_.end(); }

 private:
  std::vector<double> values_;
};

AG_CONVERT double f(Tensor x) {
  Series series;
  for (int k = 0; k < 3; ++k) series.add(double(x[k]));
  for (double& value : series) value *= 2;
  double sum = 0;
  const Series& same = series;
  for (double value : same) sum += value > 1 ? value : 1;
  return sum;
}
