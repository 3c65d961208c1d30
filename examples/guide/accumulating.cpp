// Values that a loop collects for later use.
#include <vector>

#include "guide.h"

using ag::Tensor;

namespace {

Tensor rnn_step(Tensor input, Tensor state) { return input + state; }

AG_FUNCTION Tensor dynamic_rnn(Tensor input_data, Tensor initial_state) {
  input_data = ag::permute_dims(input_data, {1, 0, 2});  // [batch, time, features] to [time, batch, features]
  const auto max_seq_len = input_data.shape(0);
  ag::TensorArray states(ag::float32, {.size = max_seq_len});
  Tensor state = initial_state;
  for (Tensor i : ag::range(Tensor(max_seq_len))) {
    state = rnn_step(input_data[i], state);
    states.write(i, state);
  }
  return ag::permute_dims(states.stack(), {1, 0, 2});
}

// The same with a std::vector.
AG_FUNCTION Tensor with_a_vector(Tensor input_data, Tensor initial_state) {
  std::vector<Tensor> states;
  Tensor state = initial_state;
  for (Tensor input : ag::permute_dims(input_data, {1, 0, 2})) {
    state = rnn_step(input, state);
    states.push_back(state);
  }
  return ag::permute_dims(ag::stack(states), {1, 0, 2});
}

// The number of rows may be unknown.
AG_FUNCTION std::vector<int> collatz(Tensor n) {
  std::vector<int> path;
  while (n != 1) {
    path.push_back(int(n));
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
  }
  path.push_back(1);
  return path;
}

}  // namespace

void accumulating() {
  Tensor input = ag::reshape(ag::arange(0.0, 24.0, 1.0), {2, 3, 4});
  Tensor first = dynamic_rnn(input, ag::zeros({2, 4})), second = with_a_vector(input, ag::zeros({2, 4}));
  std::cout << first << "\n" << (ag::all(first == second) ? "the same" : "different") << "\n";
  for (int n : collatz(ag::tensor(6))) std::cout << n << " ";
  std::cout << "\n";
}
