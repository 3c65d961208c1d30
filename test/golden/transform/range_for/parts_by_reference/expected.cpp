#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Layer {
  std::vector<double> weights;
  std::vector<Tensor> rows;
}; struct Layer_staged { ag::staged_t<std::vector<double>> weights; std::vector<Tensor> rows; }; [[maybe_unused]] inline Layer_staged ag_staged_class(const Layer*) { return {}; }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Layer> layer{{1, 2}, {x, x + 1}};
  ag::Staged<double> table[2][2] = {{1, 2}, {3, 4}};
  for (ag::Staged<double>& w : layer.weights) {
    ag::if_stmt(x > w, AG_STATE(layer), [&] { w = -w; });
  }
  ag::Flag did_break; ag::for_stmt(layer.rows, AG_STATE(layer).until(did_break), [&](Tensor& row) {
    ag::if_stmt(row > 2, AG_STATE(layer, did_break), [&] { did_break = true; }, [&] {
    row = row + 1;
  }); });
  for (auto& row : table) {
    for (ag::Staged<double>& cell : row) {
      ag::if_stmt(x > cell, AG_STATE(table), [&] { cell += 10; });
    }
  }
  return layer.rows[0] + layer.weights[0] + table[1][1];
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::staged_t<Layer> layer{{1, 2}, {x, x + 1}};\n  ag::Staged<double> table[2][2] = {{1, 2}, {3, 4}};\n  for (ag::Staged<double>& w : layer.weights) {\n    ag::if_stmt(x > w, AG_STATE(layer), [&] { w = -w; });\n  }\n  ag::Flag did_break;\n  ag::for_stmt(layer.rows, AG_STATE(layer).until(did_break), [&](Tensor& row) {\n    ag::if_stmt(row > 2, AG_STATE(layer, did_break), [&] { did_break = true; }, [&] {\n      row = row + 1;\n    });\n  });\n  for (auto& row : table) {\n    for (ag::Staged<double>& cell : row) {\n      ag::if_stmt(x > cell, AG_STATE(table), [&] { cell += 10; });\n    }\n  }\n  return layer.rows[0] + layer.weights[0] + table[1][1];\n}");
