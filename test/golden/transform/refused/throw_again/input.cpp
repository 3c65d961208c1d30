#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, const char* text) {
  try {
    x += std::stoi(text);
  } catch (const std::invalid_argument&) {
    if (x < 0) throw;
  }
  return x;
}
