#include <ag/ag.h>
using ag::Tensor, ag::Variable;

struct Momentum : ag::Module {
  Variable velocity;
  AG_FUNCTION Tensor step(Tensor gradient) {
    if (!velocity.defined()) velocity = variable([&] { return ag::zeros({3}); }, {.name = "velocity"});
    velocity.assign(0.9 * velocity - gradient);
    return velocity;
  }
};
