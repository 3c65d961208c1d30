#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <memory>
#include <vector>
using ag::Tensor;

int drawn = 0;
template <class T>
struct Step {
  T size;
  int next() const {
    drawn += size;
    return drawn;
  }
}; using Step_int = Step<int>; struct Step_int_staged; [[maybe_unused]] inline Step_int_staged ag_staged_class(const Step_int*); struct Step_int_staged { using T = int; ag::Staged<T> size; ag::Staged<int> next() const; }; inline Step_int_staged ag_staged_class(const Step_int*) { return {}; }
struct Drawer {
  int last = 0;
  template <class T>
  explicit Drawer(T by) : last(int(by)) {
    ag::ref(drawn) += last;
  }
  template <class T>
  static T after(T value) {
    ag::ref(drawn) += 1;
    return ag::host(value + ag::external(drawn));
  }
};
struct Fewer {
  bool operator()(int a, int b) const {
    ++ag::ref(drawn);
    return a < b;
  }
}; struct Fewer_staged; [[maybe_unused]] inline Fewer_staged ag_staged_class(const Fewer*); struct Fewer_staged { ag::Staged<bool> operator()(ag::Staged<int> a, ag::Staged<int> b) const; }; inline Fewer_staged ag_staged_class(const Fewer*) { return {}; }
struct Opened {
  explicit Opened(int by) : by(by) { ag::ref(drawn) += by; }
  virtual ~Opened() = default;
  int by;
};

AG_FUNCTION Tensor through_templates(Tensor x) { return ag::traced<&through_templates>(AG_STATE(x), [](Tensor x) -> Tensor {
  const Step<int> step{2};
  const Drawer known(2.5);
  std::vector<int> few{3, 1, 2};
  std::sort(few.begin(), few.end(), Fewer());
  const auto opened = std::make_unique<Opened>(4);
  return x + ag::staged(step).next() + known.last + Drawer::after(2.5) + few[0] + opened->by;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&through_templates, "AG_FUNCTION Tensor through_templates(Tensor x) {\n  const Step<int> step{2};\n  const Drawer known(2.5);\n  std::vector<int> few{3, 1, 2};\n  std::sort(few.begin(), few.end(), Fewer());\n  const auto opened = std::make_unique<Opened>(4);\n  return x + ag::staged(step).next() + known.last + Drawer::after(2.5) + few[0] + opened->by;\n}");
#line 12 "input.cpp"
inline ag::Staged<int> Step_int_staged::next() const {
  ag::ref(drawn) += size;
  return ag::external(drawn);
}
#line 30 "input.cpp"
inline ag::Staged<bool> Fewer_staged::operator()(ag::Staged<int> a, ag::Staged<int> b) const {
  ++ag::ref(drawn);
  return a < b;
}
