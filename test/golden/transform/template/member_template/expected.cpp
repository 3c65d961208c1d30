#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  double total = 0;
  int count = 0;

  template <class T>
  void add(T value) {
    if (value > 0) {
      total += value;
      ++count;
    }
  }
}; struct Sum_staged; [[maybe_unused]] inline Sum_staged ag_staged_class(const Sum*); struct Sum_staged { ag::Staged<double> total = 0; ag::Staged<int> count = 0; template <class T = double> void add(ag::Staged<double> value); template <class T = int> void add(ag::Staged<int> value); }; inline Sum_staged ag_staged_class(const Sum*) { return {}; }

struct Capped {
  static double scale(double v) {
    if (v > 1) return 1;
    return v;
  }
}; struct Capped_staged; [[maybe_unused]] inline Capped_staged ag_staged_class(const Capped*); struct Capped_staged { static ag::Staged<double> scale(ag::Staged<double> v); }; inline Capped_staged ag_staged_class(const Capped*) { return {}; }
template <class P>
double scaled(double v) {
  return P::scale(v) + 0.5;
} template <class P = Capped> static ag::Staged<double> scaled_Capped_staged(ag::Staged<double> v);

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  ag::staged_t<Sum> sum;
  sum.add(ag::item<double>(x));
  sum.add(ag::item<int>(x));
  sum.add(ag::cast<int>(3));
  return sum.total / sum.count + scaled_Capped_staged(ag::item<double>(x));
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  ag::staged_t<Sum> sum;\n  sum.add(ag::item<double>(x));\n  sum.add(ag::item<int>(x));\n  sum.add(ag::cast<int>(3));\n  return sum.total / sum.count + scaled_Capped_staged(ag::item<double>(x));\n}");
#line 9 "input.cpp"
template <class T> inline void Sum_staged::add(ag::Staged<double> value) {
  ag::if_stmt(value > 0, AG_STATE(total, count), [&] {
    total += value;
    ++count;
  });
}
#line 9 "input.cpp"
template <class T> inline void Sum_staged::add(ag::Staged<int> value) {
  ag::if_stmt(value > 0, AG_STATE(total, count), [&] {
    total += value;
    ++count;
  });
}
#line 18 "input.cpp"
inline ag::Staged<double> Capped_staged::scale(ag::Staged<double> v) {
  return ag::if_else<ag::Staged<double>>(v > 1, [&] { return 1; }, [&] {
  return v;
}); }
#line 24 "input.cpp"
template <class P> static ag::Staged<double> scaled_Capped_staged(ag::Staged<double> v) {
  return ag::staged_t<P>::scale(v) + 0.5;
}
