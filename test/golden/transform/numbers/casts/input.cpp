#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  double d = static_cast<double>(x);
  int a = static_cast<int>(d), b = (int)(d * 10), c = int(d + 1);
  unsigned char u = static_cast<unsigned char>(a + 100);
  const auto w = unsigned{u};
  float y = (float)(x + 1) + x.item<float>() + float(x);
  bool positive{x > 0};
  return x + a + b + c + w + y + positive + bool(a);
}
