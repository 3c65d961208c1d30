#include <ag/ag.h>

#include <stdexcept>
#include <string>
using ag::Tensor;

struct Progress {
  int steps = 0;
  double last = 0;
};

// The text is that of the plain build, and so is the type of what it is made of.
AG_FUNCTION double halved(Tensor x) {
  Progress progress;
  double value = double(x);
  while (value > 1) {
    value /= 2;
    progress.last = value;
    if (++progress.steps > 9) throw std::runtime_error("at " + std::to_string(progress.last));
  }
  return progress.last;
}
