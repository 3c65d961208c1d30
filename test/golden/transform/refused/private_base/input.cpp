// What a base keeps to itself cannot be carried by a statement of the derived class.
#include <ag/ag.h>
using ag::Tensor;

class Sum {
 public:
  void add(Tensor x) { sum_ = sum_ + x; }
  Tensor sum() const { return sum_; }

 private:
  Tensor sum_ = 0.0;
};

class Offset : public Sum {
 public:
  AG_CONVERT Tensor put(Tensor x) {
    if (x > 1) add(x);
    return sum() + offset;
  }
  Tensor offset = 1.0;
};
