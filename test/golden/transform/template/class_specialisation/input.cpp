#include <ag/ag.h>
using ag::Tensor;

template <class T, int N>
struct Kept {
  T value;
  T get() const { return value * N; }
};
template <int N>
struct Kept<int, N> {
  int value, more = N;
  int get() const { return value - more; }
};
template <>
struct Kept<float, 1> {
  float value;
  Kept doubled() const { return {value * 2}; }
  float get() const;
};
float Kept<float, 1>::get() const { return value > 1 ? value : -value; }

AG_FUNCTION Tensor f(Tensor x) {
  Kept<double, 2> first{double(x)};
  const Kept<int, 3> second{int(x)};
  const Kept<float, 1> third{float(x)};
  return x + first.get() + second.get() + third.doubled().get();
}
