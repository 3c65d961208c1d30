/// The floor of W2 as rows beside the workload.
#include <memory>
#include <thread>

#include "floor_arrays.h"
#include "floors/floors.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

std::function<Run()> convolution(int threads) {
  return [threads] {
    constexpr int64_t kResults = 198 * 198 * 100;
    const Tensor x = u(2, 200 * 200 * 100), filter = 0.05f * s(3, 900 * 100);
    const auto prepared = floors::prepare_convolution(elements<float>(x), elements<float>(filter), threads);
    return Run{[=] { floors::run_convolution(prepared.get()); },
               [=] {
                 const Buffer<float> result(kResults);
                 floors::read_convolution(prepared.get(), result.data());
                 return std::vector<double>{result.sum() / kResults};
               }};
  };
}

}  // namespace

void add_convolution_floors(std::vector<FloorRow>& rows) {
  rows.push_back({"W2", "onednn_any", convolution(1)});
  if (std::thread::hardware_concurrency() > 1) rows.push_back({"W2", "onednn_any", convolution(2), 2});
}

}  // namespace bench
