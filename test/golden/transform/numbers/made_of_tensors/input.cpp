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
};

AG_FUNCTION double f(Tensor x) {
  Summary summary(x);
  if (ag::sum(x) > 3) summary.mean += 1;
  return summary.score() + Summary(x / 2).score();
}
