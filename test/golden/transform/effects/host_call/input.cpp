#include <ag/ag.h>

#include <iostream>
#include <vector>
using ag::Tensor;

std::vector<Tensor> seen;
void record(Tensor x) {
  if (x > 0) seen.push_back(x);
  std::cout << "recorded\n";
}

AG_FUNCTION Tensor f(Tensor x) {
  while (x > 1) {
    ag::host_call(record, {}, x);
    ag::host_call(&record, {}, x);
    ag::host_call([](Tensor value) { seen.push_back(value); }, {}, x);
    x = ag::pure_host_call([](double value) { return value > 2 ? value / 2 : 1; }, ag::TensorSpec({}, ag::float32), x);
  }
  return x;
}
