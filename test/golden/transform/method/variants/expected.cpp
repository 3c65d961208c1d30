#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <set>
using ag::Tensor;

// It has no twin, since it holds a set.
class Model {
 public:
  AG_FUNCTION int train(Tensor xs, Tensor y) { return ag::traced<&Model::train>(*this, AG_STATE(xs, y), [this](Tensor xs, Tensor y) -> ag::Staged<int> {
    ag::Staged<int> errors = 0;
    ag::for_stmt(xs, AG_STATE(errors), [&](Tensor x) {
      ag::if_stmt(predict_staged(x) != y, AG_STATE(errors), [&] { ++errors; });
    });
    return clip_staged(errors, depth()) + known(2);
  }); }
  ag::Staged<int> predict_staged(Tensor x) const { return ag::if_else(x + ag::external(bias_) > 0, [&] { return 1; }, [&] { return -1; }); } int predict(Tensor x) const { return ag::plain<int>(predict_staged(x)); }
  static int clip(int n, int most = 10); static ag::Staged<int> clip_staged(ag::Staged<int> n, ag::Staged<int> most = 10);
  int depth() const { return ag::host(ag::external(depth_)); }
  [[nodiscard]] int known(int n) const { return ag::host(n * ag::external(depth_)); }
  Tensor told(Tensor x, int n) {
    ++ag::ref(uses_);
    return n > 1 ? x : -x;
  }

 private:
  std::set<int> seen_;
  double bias_ = 0;
  int depth_ = 3, uses_ = 0;
};

ag::Staged<int> Model::clip_staged(ag::Staged<int> n, ag::Staged<int> most) { return ag::if_else(n > most, [&] { return most; }, [&] { return n; }); } int Model::clip(int n, int most) { return ag::plain<int>(clip_staged(n, most)); }

Model shared;

AG_FUNCTION Tensor outside(Tensor x) { return ag::traced<&outside>(AG_STATE(x), [](Tensor x) -> Tensor { return shared.told(x, 1) + Model::clip_staged(shared.predict_staged(x), 4); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&Model::train, "AG_FUNCTION int train(Tensor xs, Tensor y) {\n  ag::Staged<int> errors = 0;\n  ag::for_stmt(xs, AG_STATE(errors), [&](Tensor x) {\n    ag::if_stmt(predict_staged(x) != y, AG_STATE(errors), [&] { ++errors; });\n  });\n  return clip_staged(errors, depth()) + known(2);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&outside, "AG_FUNCTION Tensor outside(Tensor x) {\n  return shared.told(x, 1) + Model::clip_staged(shared.predict_staged(x), 4);\n}");
