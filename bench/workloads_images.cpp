/// Workloads on images: W2.
#include <memory>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

AG_FUNCTION Tensor convolution(Tensor images, Tensor filter) { return ag::conv2d(images, filter); }

void add_image_workloads(std::vector<Workload>& list) {
  list.push_back({"W2",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    const Tensor images = ag::reshape(u(2, 200 * 200 * 100), {1, 200, 200, 100});
                    const Tensor filter = ag::reshape(0.05f * s(3, 900 * 100), {3, 3, 100, 100});
                    return Run{[=] { *result = convolution(images, filter); },
                               [result] {
                                 return std::vector<double>{ag::mean(ag::astype(*result, ag::float64)).item<double>()};
                               }};
                  },
                  {{"mean", -0.0374315277, 1e-4}}});
}

}  // namespace bench
