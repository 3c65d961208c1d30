#include <ag/ag.h>
using ag::Tensor;

namespace lights {
enum class Light { Red, Yellow, Green };
inline Light& operator++(Light& light) {
  light = light == Light::Green ? Light::Red : static_cast<Light>(static_cast<int>(light) + 1);
  return light;
}
inline Light operator++(Light& light, int) {
  const Light before = light;
  ++light;
  return before;
}
constexpr Light operator+(Light light, int by) { return static_cast<Light>((static_cast<int>(light) + by) % 3); }
enum Flags : unsigned { None = 0, Seen = 1, Passed = 2 };
inline Flags operator|(Flags a, Flags b) { return static_cast<Flags>(unsigned(a) | unsigned(b)); }
}  // namespace lights

AG_FUNCTION Tensor f(Tensor x) {
  lights::Light light = lights::Light::Red, last = light, known = light;
  lights::Flags flags = lights::None;
  ++known;
  while (x > 0) {
    last = light++;
    if (x > 2) flags = flags | lights::Seen;
    x = x - 1;
  }
  return x + static_cast<int>(last + 1) + static_cast<int>(flags) + static_cast<int>(known);
}
