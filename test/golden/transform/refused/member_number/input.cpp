#include <ag/ag.h>
using ag::Tensor;

class Model {
 public:
  void count() { ++calls; }
  AG_CONVERT Tensor run(Tensor x) {
    if (x > 0) calls += 1;
    if (x > 1) count();
    return x * w;
  }

 private:
  Tensor w;
  int calls = 0;
};
