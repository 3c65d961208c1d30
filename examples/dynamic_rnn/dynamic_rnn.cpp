// A recurrent network over sequences of different lengths: a loop over the rows of a tensor, one row for each time
// step. A sequence that has ended keeps its state, and its outputs are zero.
#include <ag/ag.h>

#include <iostream>

using ag::all;
using ag::Tensor;

struct Sequences {
  Tensor outputs;  // [time, batch, units]
  Tensor state;    // [batch, units]
};

AG_FUNCTION Sequences run(Tensor inputs, Tensor lengths, Tensor weights, Tensor bias) {
  Tensor state = ag::zeros({inputs.shape(1), bias.shape(0)});
  Tensor outputs = ag::zeros({inputs.shape(0), inputs.shape(1), bias.shape(0)});
  Tensor time = 0;
  for (Tensor row : inputs) {
    Tensor next = ag::tanh(ag::matmul(ag::concat({row, state}, 1), weights) + bias);
    Tensor running = ag::expand_dims(time < lengths, 1);
    state = ag::where(running, next, state);
    outputs[time] = ag::where(running, next, 0.0);
    time += 1;
    if (ag::max(lengths) == time) break;  // nothing is left to do
  }
  return {outputs, state};
}

int main() {
  const int64_t time = 12, batch = 4, features = 5, units = 3;
  Tensor inputs = ag::random_uniform({time, batch, features}, 17);
  Tensor weights = 0.3 * ag::random_normal({features + units, units}, 18);
  Tensor lengths = ag::tensor({3, 9, 1, 6});
  Sequences result = run(inputs, lengths, weights, ag::zeros({units}));
  std::cout << "state:\n" << result.state << "\n";
  std::cout << "outputs that are not zero: " << ag::count_nonzero(result.outputs) << " of " << result.outputs.size()
            << "\n";
  std::cout << "sum over time:\n" << ag::sum(result.outputs, 0) << "\n";
}
