// Metropolis sampling of a double well, with a generator of random numbers written out.
#include <ag/ag.h>

#include <cstdint>
#include <iostream>

using ag::Tensor;

namespace {

struct Chain {
  Tensor x;
  Tensor sum, sum_of_squares;
  int accepted = 0;
  std::uint64_t state = 1;
};

AG_CONVERT double uniform(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(state >> 11) * (1.0 / 9007199254740992.0);
}

Tensor energy(Tensor x) {
  const Tensor well = x * x - 1;
  return 4 * well * well + 0.3 * x;
}

AG_FUNCTION Chain sample(Tensor x, double temperature, int steps, std::uint64_t seed) {
  Chain chain{.x = x, .sum = ag::zeros_like(x), .sum_of_squares = ag::zeros_like(x), .state = seed};
  for (int step = 0; step < steps; ++step) {
    const Tensor proposal = chain.x + (uniform(chain.state) - 0.5) * 1.5;
    const Tensor change = energy(proposal) - energy(chain.x);
    if (change <= 0 || uniform(chain.state) < ag::exp(-change / temperature)) {
      chain.x = proposal;
      ++chain.accepted;
    }
    chain.sum += chain.x;
    chain.sum_of_squares += chain.x * chain.x;
  }
  return chain;
}

}  // namespace

void run() {
  for (double temperature : {0.5, 2.0}) {
    for (std::uint64_t seed : {1u, 77u}) {
      const Chain c = sample(ag::tensor(1.0, ag::float64), temperature, 50, seed);
      std::cout << "T " << temperature << ": accepted " << c.accepted << ", at " << c.x << ", mean " << c.sum / 50
                << ", squares " << c.sum_of_squares / 50 << ", state " << c.state << "\n";
    }
  }
}
