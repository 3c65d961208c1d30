#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<double> d = ag::item<double>(x);
  ag::Staged<int> a = ag::cast<int>(d), b = ag::cast<int>(d * 10), c = ag::cast<int>(d + 1);
  ag::Staged<unsigned char> u = ag::cast<unsigned char>(a + 100);
  const ag::Staged<unsigned int> w = ag::cast<unsigned int>(u);
  ag::Staged<float> y = ag::item<float>(x + 1) + ag::item<float>(x) + ag::item<float>(x);
  ag::Staged<bool> positive{ag::to_bool(x > 0)};
  return x + a + b + c + w + y + positive + ag::cast<bool>(a);
}
