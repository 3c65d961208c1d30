#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

std::vector<double> coefficients;

struct Dense {
  Tensor w, b;
  Tensor operator()(Tensor x) const { return x * ag::external(w) + ag::external(b); }
};

// The elements are found where they are at every call, and so are their members, also by methods.
struct Net {
  std::vector<Dense> layers;

  AG_FUNCTION Tensor operator()(Tensor x) { return ag::traced<&Net::operator()>(*this, AG_STATE(x), [this](Tensor x) -> Tensor {
    for (auto& layer : ag::tracked(layers)) {
      x = layer(x);
      ag::if_stmt(ag::max(x) > 5, [&] { ag::ref(layer.b) = ag::external(layer.b) - 1; });
    }
    for (size_t i = 0; i < ag::tracked(layers).size(); ++i) x = ag::tracked(layers)[i](x) + ag::external(ag::tracked(layers).at(i).w);
    for (ag::Staged<double> c : ag::external(coefficients)) x = x * c;
    ag::ref(ag::tracked(coefficients)[0]) += 1;
    return x;
  }); }
};
static const ag::GeneratedCode ag_generated_code_input_1(&Net::operator(), "AG_FUNCTION Tensor operator()(Tensor x) {\n  for (auto& layer : ag::tracked(layers)) {\n    x = layer(x);\n    ag::if_stmt(ag::max(x) > 5, [&] { ag::ref(layer.b) = ag::external(layer.b) - 1; });\n  }\n  for (size_t i = 0; i < ag::tracked(layers).size(); ++i)\n    x = ag::tracked(layers)[i](x) + ag::external(ag::tracked(layers).at(i).w);\n  for (ag::Staged<double> c : ag::external(coefficients)) x = x * c;\n  ag::ref(ag::tracked(coefficients)[0]) += 1;\n  return x;\n}");
