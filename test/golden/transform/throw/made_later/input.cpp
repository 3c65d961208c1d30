#include <ag/ag.h>

#include <stdexcept>
#include <string>
using ag::Tensor;

struct Diverged : std::runtime_error {
  Diverged(int steps, double error) : std::runtime_error("diverged"), steps(steps), error(error) {}
  int steps;
  double error;
};

// Made of numbers that only the graph knows; the text is that of the plain build.
AG_FUNCTION Tensor settled(Tensor x, std::string name) {
  int steps = 0;
  while (ag::max(x) > 1) {
    x = x / 2;
    if (++steps > 9) throw Diverged(steps, double(ag::sum(x)));
    if (ag::min(x) < 0) throw std::domain_error(name + " after " + std::to_string(steps));
  }
  return x;
}
