#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <iostream>
#include <vector>
using ag::Tensor;

std::vector<Tensor> seen;
void record(Tensor x) {
  if (x > 0) seen.push_back(x);
  std::cout << "recorded\n";
}

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x), [&] {
    ag::host_call(record, {}, x);
    ag::host_call(&record, {}, x);
    ag::host_call([](Tensor value) { seen.push_back(value); }, {}, x);
    x = ag::pure_host_call([](double value) { return value > 2 ? value / 2 : 1; }, ag::TensorSpec({}, ag::float32), x);
  });
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::while_stmt([&] { return x > 1; }, AG_STATE(x), [&] {\n    ag::host_call(record, {}, x);\n    ag::host_call(&record, {}, x);\n    ag::host_call([](Tensor value) { seen.push_back(value); }, {}, x);\n    x = ag::pure_host_call(\n        [](double value) { return value > 2 ? value / 2 : 1; }, ag::TensorSpec({}, ag::float32), x);\n  });\n  return x;\n}");
