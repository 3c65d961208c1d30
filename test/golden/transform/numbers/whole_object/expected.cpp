#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Walk {
  Tensor place = 0.f;
  double length = 0;
  int turns = 0;

  Walk longer(double by) const { return {place, length + by, turns}; }
  void step(Tensor x) {
    place = place + x;
    *this = longer(1);
    if (place > 10) *this = Walk{};
  }
  Walk& operator+=(const Walk& other) {
    *this = {place + other.place, length + other.length, turns + 1};
    return *this;
  }
}; struct Walk_staged; [[maybe_unused]] inline Walk_staged ag_staged_class(const Walk*); struct Walk_staged { Tensor place = 0.f; ag::Staged<double> length = 0; ag::Staged<int> turns = 0; ag::staged_t<Walk> longer(ag::Staged<double> by) const; void step(Tensor x); ag::staged_t<Walk>& operator+=(const ag::staged_t<Walk>& other); }; inline Walk_staged ag_staged_class(const Walk*) { return {}; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Walk> there, back;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, there, back), [&] {
    there.step(x);
    back += there;
    x = x - 1;
  });
  return there.length * back.turns + back.place;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<Walk> there, back;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, there, back), [&] {\n    there.step(x);\n    back += there;\n    x = x - 1;\n  });\n  return there.length * back.turns + back.place;\n}");
#line 9 "input.cpp"
inline ag::staged_t<Walk> Walk_staged::longer(ag::Staged<double> by) const { return {place, length + by, turns}; }
#line 10 "input.cpp"
inline void Walk_staged::step(Tensor x) {
  place = place + x;
  *this = longer(1);
  ag::if_stmt(place > 10, AG_STATE(place, length, turns), [&] { *this = ag::staged(Walk{}); });
}
#line 15 "input.cpp"
inline ag::staged_t<Walk>& Walk_staged::operator+=(const ag::staged_t<Walk>& other) {
  *this = {place + other.place, length + other.length, turns + 1};
  return *this;
}
