#include <ag/ag.h>
using ag::Tensor;

struct Failure {
  int code;
  explicit Failure(int code) : code(code) {}
};

AG_FUNCTION Tensor f(Tensor x, int k) {
  if (k > 2) throw Failure(k);
  return x + k;
}
