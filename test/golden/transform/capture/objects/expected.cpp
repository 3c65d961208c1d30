#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <memory>
#include <vector>
using ag::Tensor;

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(Tensor x) = 0;
};
struct Dense : Layer {
  Tensor w, b;
  Tensor forward(Tensor x) override { return x * ag::external(w) + ag::external(b); }
};
struct Clip : Layer {
  double limit = 1;
  Tensor forward(Tensor x) override {
    return ag::if_else<Tensor>(ag::max(x) > ag::external(limit), [&] { return x * ag::external(limit); }, [&] {
    return x;
  }); }
};
struct Optimizer {
  double rate = 0.1;
  Tensor step(Tensor w, Tensor gradient) { return w - gradient * (ag::ref(rate) *= 0.5); }
};

// The objects are found again at every call, with the classes that they may have.
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  std::shared_ptr<Optimizer> optimizer;
  std::unique_ptr<Dense> head;

  AG_FUNCTION Tensor operator()(Tensor x) { return ag::traced<&Net::operator()>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
    for (auto& layer : ag::tracked(layers)) x = ag::tracked_object<Dense, Clip>(layer)->forward(x);
    if (ag::tracked_object<Dense>(head)) ag::ref(ag::tracked_object<Dense>(head)->w) = ag::tracked_object<>(optimizer)->step(ag::external(ag::tracked_object<Dense>(head)->w), x);
    return ag::external((*ag::tracked_object<Dense>(head)).b) + ag::tracked_object<Dense, Clip>(ag::tracked(layers)[0])->forward(x);
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Net::operator(), "AG_FUNCTION Tensor operator()(Tensor x) {\n  for (auto& layer : ag::tracked(layers)) x = ag::tracked_object<Dense, Clip>(layer)->forward(x);\n  if (ag::tracked_object<Dense>(head))\n    ag::ref(ag::tracked_object<Dense>(head)->w) =\n        ag::tracked_object<>(optimizer)->step(ag::external(ag::tracked_object<Dense>(head)->w), x);\n  return ag::external((*ag::tracked_object<Dense>(head)).b) +\n         ag::tracked_object<Dense, Clip>(ag::tracked(layers)[0])->forward(x);\n}");
