#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
struct Line {
  T slope, offset;
  Line(T slope, T offset);
  T at(T) const;
  Line moved(T by) const;
  static Line through(T slope);
 public: explicit Line(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Line& object) { return std::tie(object.slope, object.offset); } }; using Line_double = Line<double>; struct Line_double_staged; [[maybe_unused]] inline Line_double_staged ag_staged_class(const Line_double*); struct Line_double_staged { using T = double; using Line = Line_double; ag::Staged<T> slope; ag::Staged<T> offset; explicit Line_double_staged(ag::Parts) {} Line_double_staged(ag::Staged<double> slope, ag::Staged<double> offset); ag::Staged<double> at(ag::Staged<double> x) const; ag::staged_t<Line_double> moved(ag::Staged<double> by) const; static ag::staged_t<Line_double> through(ag::Staged<double> slope); [[maybe_unused]] friend auto ag_fields(Line_double_staged& object) { return std::tie(object.slope, object.offset); } }; inline Line_double_staged ag_staged_class(const Line_double*) { return Line_double_staged(ag::Parts()); }
template <class T>
Line<T>::Line(T slope, T offset) : slope(slope), offset(offset) {}
template <class U>
U Line<U>::at(U x) const {
  U result = slope * x + offset;
  if (x < 0) result = 0;
  return result;
}
template <class T>
Line<T> Line<T>::moved(T by) const {
  return Line(slope, offset + by);
}
template <class T>
Line<T> Line<T>::through(T slope) {
  return Line(slope, 0);
}

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::staged_t<Line<double>> line = Line_double_staged::through(ag::item<double>(x));
  return x + line.moved(1).at(ag::item<double>(x));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  const ag::staged_t<Line<double>> line = Line_double_staged::through(ag::item<double>(x));\n  return x + line.moved(1).at(ag::item<double>(x));\n}");
#line 13 "input.cpp"
inline Line_double_staged::Line_double_staged(ag::Staged<double> slope, ag::Staged<double> offset) : slope(slope), offset(offset) {}
#line 15 "input.cpp"
inline ag::Staged<double> Line_double_staged::at(ag::Staged<double> x) const { using U = double;
  ag::Staged<U> result = slope * x + offset;
  ag::if_stmt(x < 0, AG_STATE(result), [&] { result = 0; });
  return result;
}
#line 21 "input.cpp"
inline ag::staged_t<Line_double> Line_double_staged::moved(ag::Staged<double> by) const {
  return ag::staged_t<Line>(slope, offset + by);
}
#line 25 "input.cpp"
inline ag::staged_t<Line_double> Line_double_staged::through(ag::Staged<double> slope) {
  return ag::staged_t<Line>(slope, 0);
}
