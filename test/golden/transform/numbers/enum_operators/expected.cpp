#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace lights {
enum class Light { Red, Yellow, Green };
inline ag::Staged<Light>& operator++(ag::Staged<Light>& light) {
  light = ag::if_else(light == Light::Green, [&] { return Light::Red; }, [&] { return ag::cast<Light>(ag::cast<int>(light) + 1); });
  return light;
} inline Light& operator++(Light& light) { light = light == Light::Green ? Light::Red : static_cast<Light>(static_cast<int>(light) + 1); return light; }
inline ag::Staged<Light> operator++(ag::Staged<Light>& light, int) {
  const ag::Staged<Light> before = light;
  ++light;
  return before;
} inline Light operator++(Light& light, int) { const Light before = light; ++light; return before; }
ag::Staged<Light> operator+(ag::Staged<Light> light, ag::Staged<int> by) { return ag::cast<Light>((ag::cast<int>(light) + by) % 3); } constexpr Light operator+(Light light, int by) { return static_cast<Light>((static_cast<int>(light) + by) % 3); }
enum Flags : unsigned { None = 0, Seen = 1, Passed = 2 };
inline ag::Staged<Flags> operator|(ag::Staged<Flags> a, ag::Staged<Flags> b) { return ag::cast<Flags>(ag::cast<unsigned int>(a) | ag::cast<unsigned int>(b)); } inline Flags operator|(Flags a, Flags b) { return static_cast<Flags>(unsigned(a) | unsigned(b)); }
}  // namespace lights

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::Staged<lights::Light> light = lights::Light::Red, last = light, known = light;
  ag::Staged<lights::Flags> flags = lights::None;
  ++known;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, light, last, flags), [&] {
    last = light++;
    ag::if_stmt(x > 2, AG_STATE(flags), [&] { flags = flags | ag::cast<lights::Flags>(lights::Seen); });
    x = x - 1;
  });
  return x + ag::cast<int>(last + ag::cast<int>(1)) + ag::cast<int>(flags) + ag::cast<int>(known);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::Staged<lights::Light> light = lights::Light::Red, last = light, known = light;\n  ag::Staged<lights::Flags> flags = lights::None;\n  ++known;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, light, last, flags), [&] {\n    last = light++;\n    ag::if_stmt(\n        x > 2, AG_STATE(flags), [&] { flags = flags | ag::cast<lights::Flags>(lights::Seen); });\n    x = x - 1;\n  });\n  return x + ag::cast<int>(last + ag::cast<int>(1)) + ag::cast<int>(flags) + ag::cast<int>(known);\n}");
