#include <ag/ag.h>

#include <type_traits>
#include <typeinfo>
using ag::Tensor;

template <class T>
struct Name {
  static constexpr int id = 9;
};
template <>
struct Name<int> {
  static constexpr int id = 1;
};

AG_CONVERT Tensor f(Tensor x) {
  int n = 1;
  while (x < 8) {
    x = x + 2;
    n *= 2;
  }
  auto halved = [](auto v) {
    if constexpr (std::is_integral_v<decltype(v)>)
      return v / 2;
    else
      return v * 0.5;
  };
  auto named = [](const auto& v) { return Name<std::decay_t<decltype(v)>>::id; };
  using Count = decltype(n);
  if (typeid(n) == typeid(int)) x = x + Name<decltype(n)>::id;
  return x + halved(n) + named(n) + int(sizeof(decltype(n))) + Count(2);
}
