#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T, int N>
struct Kept {
  T value;
  T get() const { return value * N; }
}; using Kept_double_2 = Kept<double, 2>; struct Kept_double_2_staged; [[maybe_unused]] inline Kept_double_2_staged ag_staged_class(const Kept_double_2*); struct Kept_double_2_staged { using T = double; static constexpr int N = 2; ag::Staged<T> value; ag::Staged<double> get() const; }; inline Kept_double_2_staged ag_staged_class(const Kept_double_2*) { return {}; }
template <int N>
struct Kept<int, N> {
  int value, more = N;
  int get() const { return value - more; }
}; using Kept_int_3 = Kept<int, 3>; struct Kept_int_3_staged; [[maybe_unused]] inline Kept_int_3_staged ag_staged_class(const Kept_int_3*); struct Kept_int_3_staged { static constexpr int N = 3; ag::Staged<int> value; ag::Staged<int> more = N; ag::Staged<int> get() const; }; inline Kept_int_3_staged ag_staged_class(const Kept_int_3*) { return {}; }
template <>
struct Kept<float, 1> {
  float value;
  Kept doubled() const { return {value * 2}; }
  float get() const;
}; using Kept_float_1 = Kept<float, 1>; struct Kept_float_1_staged; [[maybe_unused]] inline Kept_float_1_staged ag_staged_class(const Kept_float_1*); struct Kept_float_1_staged { using Kept = Kept_float_1; ag::Staged<float> value; ag::staged_t<Kept_float_1> doubled() const; ag::Staged<float> get() const; }; inline Kept_float_1_staged ag_staged_class(const Kept_float_1*) { return {}; }
float Kept<float, 1>::get() const { return value > 1 ? value : -value; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Kept<double, 2>> first{ag::item<double>(x)};
  const ag::staged_t<Kept<int, 3>> second{ag::item<int>(x)};
  const ag::staged_t<Kept<float, 1>> third{ag::item<float>(x)};
  return x + first.get() + second.get() + third.doubled().get();
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<Kept<double, 2>> first{ag::item<double>(x)};\n  const ag::staged_t<Kept<int, 3>> second{ag::item<int>(x)};\n  const ag::staged_t<Kept<float, 1>> third{ag::item<float>(x)};\n  return x + first.get() + second.get() + third.doubled().get();\n}");
#line 7 "input.cpp"
inline ag::Staged<double> Kept_double_2_staged::get() const { return value * N; }
#line 12 "input.cpp"
inline ag::Staged<int> Kept_int_3_staged::get() const { return value - more; }
#line 17 "input.cpp"
inline ag::staged_t<Kept_float_1> Kept_float_1_staged::doubled() const { return {value * 2}; }
#line 20 "input.cpp"
inline ag::Staged<float> Kept_float_1_staged::get() const { return ag::if_else(value > 1, [&] { return value; }, [&] { return -value; }); }
