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
};
struct Drawer {
  int last = 0;
  template <class T>
  explicit Drawer(T by) : last(int(by)) {
    drawn += last;
  }
  template <class T>
  static T after(T value) {
    drawn += 1;
    return value + drawn;
  }
};
struct Fewer {
  bool operator()(int a, int b) const {
    ++drawn;
    return a < b;
  }
};
struct Opened {
  explicit Opened(int by) : by(by) { drawn += by; }
  virtual ~Opened() = default;
  int by;
};

AG_FUNCTION Tensor through_templates(Tensor x) {
  const Step<int> step{2};
  const Drawer known(2.5);
  std::vector<int> few{3, 1, 2};
  std::sort(few.begin(), few.end(), Fewer());
  const auto opened = std::make_unique<Opened>(4);
  return x + step.next() + known.last + Drawer::after(2.5) + few[0] + opened->by;
}
