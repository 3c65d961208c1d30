#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

class Smoother {
 public:
  explicit Smoother(Tensor rate) : rate_(rate) {}
  AG_CONVERT Tensor next(Tensor x) {
    return ag::if_else<Tensor>(x > mean_, AG_STATE(mean_), [&] {
      mean_ += rate_;
      return x - mean_;
    }, [&] {
    ag::while_stmt([&] { return mean_ > x; }, AG_STATE(mean_), [&] { mean_ -= rate_; });
    return mean_;
  }); }
  AG_CONVERT static Tensor sign(Tensor x) { return ag::if_else(x > 0, [&] { return Tensor(1); }, [&] { return Tensor(-1); }); }

 private:
  Tensor rate_;
  Tensor mean_ = 0;
};
