#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  try {
    if (x < 0) throw std::domain_error("negative");
  } catch (const std::domain_error&) {
    x = 0;
  }
  return x;
}
// NC-04: a tensor decides whether a handler runs, and no graph has handlers.
