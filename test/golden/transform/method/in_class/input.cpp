#include <ag/ag.h>
using ag::Tensor;

class Smoother {
 public:
  explicit Smoother(Tensor rate) : rate_(rate) {}
  AG_CONVERT Tensor next(Tensor x) {
    if (x > mean_) {
      mean_ += rate_;
      return x - mean_;
    }
    while (mean_ > x) mean_ -= rate_;
    return mean_;
  }
  AG_CONVERT static Tensor sign(Tensor x) { return x > 0 ? Tensor(1) : Tensor(-1); }

 private:
  Tensor rate_;
  Tensor mean_ = 0;
};
