#include <ag/staging/generated.h>
#line 1 "input.cpp"
// References to overloads at the end of the file name the types of their namespaces.
#include <ag/ag.h>
using ag::Tensor;

namespace shapes {
struct Circle {
  double r;
}; struct Circle_staged { ag::Staged<double> r; }; [[maybe_unused]] inline Circle_staged ag_staged_class(const Circle*) { return {}; }
namespace {
struct Box {
  double w, h;
}; struct Box_staged { ag::Staged<double> w; ag::Staged<double> h; }; [[maybe_unused]] inline Box_staged ag_staged_class(const Box*) { return {}; }
}  // namespace
enum class Kind { Inner, Outer };

AG_FUNCTION Tensor area_staged(ag::staged_t<Circle> c, Tensor s) { return ag::if_else(s > 1, [&] { return s * c.r; }, [&] { return s; }); } Tensor area(Circle c, Tensor s) { return ag::traced<static_cast<Tensor (*)(Circle, Tensor)>(&area)>(AG_STATE(c, s), [](Circle c, Tensor s) { return area_staged(ag::staged(c), s); }); }
AG_FUNCTION Tensor area_staged(const ag::staged_t<Box>& b, Tensor s) {
  ag::while_stmt([&] { return s < b.w; }, AG_STATE(s), [&] { s = s + b.h; });
  return s;
} [[maybe_unused]] Tensor area(const Box& b, Tensor s) { return ag::traced<static_cast<Tensor (*)(const Box &, Tensor)>(&area)>(AG_STATE(b, s), [](const Box& b, Tensor s) { return area_staged(ag::staged(b), s); }); }
AG_FUNCTION Tensor area_staged(ag::Staged<Kind> kind, Tensor s) { return ag::if_else(kind == Kind::Inner, [&] { return s; }, [&] { return s * 2; }); } Tensor area(Kind kind, Tensor s) { return ag::traced<static_cast<Tensor (*)(Kind, Tensor)>(&area)>(AG_STATE(kind, s), [](Kind kind, Tensor s) { return area_staged(ag::staged(kind), s); }); }
}  // namespace shapes

class Model {
 public:
  struct Options {
    double rate = 1;
  }; struct Options_staged { ag::Staged<double> rate = 1; }; friend Options_staged ag_staged_class(const Options*) { return {}; }
  AG_FUNCTION Tensor step(Options options, Tensor x) { return ag::traced<static_cast<Tensor (Model::*)(Options, Tensor)>(&Model::step)>(*this, AG_STATE(options, x), [](Options options, Tensor x) -> Tensor { return ag::if_else(x > 0, [&] { return x * options.rate; }, [&] { return x; }); }); }
  AG_FUNCTION Tensor step(Tensor x) { return ag::traced<static_cast<Tensor (Model::*)(Tensor)>(&Model::step)>(*this, AG_STATE(x), [](Tensor x) -> Tensor { return ag::if_else(x > 0, [&] { return x; }, [&] { return -x; }); }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(static_cast<ag::Tensor (*)(shapes::Circle, ag::Tensor)>(&shapes::area), "AG_FUNCTION Tensor area_staged(ag::staged_t<Circle> c, Tensor s) {\n  return ag::if_else(s > 1, [&] { return s * c.r; }, [&] { return s; });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(static_cast<ag::Tensor (*)(const shapes::Box &, ag::Tensor)>(&shapes::area), "AG_FUNCTION Tensor area_staged(const ag::staged_t<Box>& b, Tensor s) {\n  ag::while_stmt([&] { return s < b.w; }, AG_STATE(s), [&] { s = s + b.h; });\n  return s;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(static_cast<ag::Tensor (*)(shapes::Kind, ag::Tensor)>(&shapes::area), "AG_FUNCTION Tensor area_staged(ag::Staged<Kind> kind, Tensor s) {\n  return ag::if_else(kind == Kind::Inner, [&] { return s; }, [&] { return s * 2; });\n}");
static const ag::GeneratedCode ag_generated_code_input_4(static_cast<ag::Tensor (Model::*)(Model::Options, ag::Tensor)>(&Model::step), "AG_FUNCTION Tensor step(Options options, Tensor x) {\n  return ag::if_else(x > 0, [&] { return x * options.rate; }, [&] { return x; });\n}");
static const ag::GeneratedCode ag_generated_code_input_5(static_cast<ag::Tensor (Model::*)(ag::Tensor)>(&Model::step), "AG_FUNCTION Tensor step(Tensor x) {\n  return ag::if_else(x > 0, [&] { return x; }, [&] { return -x; });\n}");
