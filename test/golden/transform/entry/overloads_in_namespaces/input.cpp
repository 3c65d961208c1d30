// References to overloads at the end of the file name the types of their namespaces.
#include <ag/ag.h>
using ag::Tensor;

namespace shapes {
struct Circle {
  double r;
};
namespace {
struct Box {
  double w, h;
};
}  // namespace
enum class Kind { Inner, Outer };

AG_FUNCTION Tensor area(Circle c, Tensor s) { return s > 1 ? s * c.r : s; }
AG_FUNCTION Tensor area(const Box& b, Tensor s) {
  while (s < b.w) s = s + b.h;
  return s;
}
AG_FUNCTION Tensor area(Kind kind, Tensor s) { return kind == Kind::Inner ? s : s * 2; }
}  // namespace shapes

class Model {
 public:
  struct Options {
    double rate = 1;
  };
  AG_FUNCTION Tensor step(Options options, Tensor x) { return x > 0 ? x * options.rate : x; }
  AG_FUNCTION Tensor step(Tensor x) { return x > 0 ? x : -x; }
};
