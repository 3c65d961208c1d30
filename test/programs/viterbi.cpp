// The algorithm of Viterbi: the likeliest states of a hidden Markov model.
#include <ag/ag.h>

#include <iostream>
#include <utility>

using ag::Tensor;

namespace {

/// The path, and its logarithmic probability. observations: what was seen, as numbers of columns of `emission`.
AG_FUNCTION std::pair<Tensor, Tensor> decode(Tensor start, Tensor transition, Tensor emission, Tensor observations) {
  const int states = static_cast<int>(start.shape(0));
  const int steps = static_cast<int>(observations.shape(0));
  Tensor score = start + emission(ag::all, observations[0]);
  Tensor back = ag::zeros({steps, states}, ag::int32);
  for (int t = 1; t < steps; ++t) {
    Tensor next = ag::zeros({states}, ag::float64);
    for (int to = 0; to < states; ++to) {
      int best = 0;
      for (int from = 1; from < states; ++from) {
        if (score[from] + transition(from, to) > score[best] + transition(best, to)) best = from;
      }
      next[to] = score[best] + transition(best, to) + emission(to, observations[t]);
      back(t, to) = best;
    }
    score = next;
  }
  Tensor path = ag::zeros({steps}, ag::int32);
  int state = 0;
  for (int k = 1; k < states; ++k) {
    if (score[k] > score[state]) state = k;
  }
  const Tensor best = score[state];
  for (int t = steps - 1; t >= 0; --t) {
    path[t] = state;
    state = int(back(t, state));
  }
  return {path, best};
}

}  // namespace

void run() {
  const Tensor start = ag::log(ag::tensor({0.6, 0.4}, ag::float64));
  const Tensor transition = ag::log(ag::tensor({{0.7, 0.3}, {0.4, 0.6}}, ag::float64));
  const Tensor emission = ag::log(ag::tensor({{0.5, 0.4, 0.1}, {0.1, 0.3, 0.6}}, ag::float64));
  for (const Tensor& seen : {ag::tensor({0, 1, 2}), ag::tensor({2, 2, 0, 1, 2}), ag::tensor({0, 0, 0, 2, 2})}) {
    const auto [path, score] = decode(start, transition, emission, seen);
    std::cout << path << " " << score << "\n";
  }
}
