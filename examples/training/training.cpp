// A small network that learns by gradient descent which points are inside of a ring. One step is one traced function:
// its graph computes the loss, the gradient and the new weights.
#include <ag/ag.h>

#include <cstdio>

using ag::Tensor;

struct Network {
  Tensor w1, b1, w2, b2;
};

AG_CONVERT Tensor logits(Network net, Tensor points) {
  Tensor hidden = ag::tanh(ag::matmul(points, net.w1) + net.b1);
  return ag::matmul(hidden, net.w2) + net.b2;
}

// The mean cross entropy of a yes or no.
AG_CONVERT Tensor loss(Network net, Tensor points, Tensor inside) {
  Tensor z = logits(net, points);
  return ag::mean(ag::softplus(z) - inside * z);
}

// Descends until the loss is small, or `steps` is reached. Gives the network, and the number of steps.
AG_FUNCTION std::pair<Network, int> trained(Network net, Tensor points, Tensor inside, int steps, double rate) {
  int done = 0;
  for (int k = 0; k < steps; ++k) {
    auto [error, slope] = ag::value_and_gradient(loss)(net, points, inside);
    if (error < 0.1) break;
    net.w1 -= rate * slope.w1;
    net.b1 -= rate * slope.b1;
    net.w2 -= rate * slope.w2;
    net.b2 -= rate * slope.b2;
    done += 1;
  }
  return {net, done};
}

int main() {
  Tensor points = ag::random_uniform({200, 2}, 1) * 2.0 - 1.0;
  Tensor radius = ag::norm(points, 1, ag::keepdims);
  Tensor inside = ag::astype((radius > 0.4) & (radius < 0.9), ag::float32);

  Network net{ag::random_normal({2, 16}, 2), ag::zeros({16}), ag::random_normal({16, 1}, 3) * 0.3, ag::zeros({1})};
  std::printf("loss before: %.2f\n", loss(net, points, inside).item<double>());
  auto [after, steps] = trained(net, points, inside, 3000, 1.0);
  Tensor right = ag::mean(ag::astype((logits(after, points) > 0) == (inside > 0.5), ag::float32));
  std::printf("loss after:  %.2f\n", loss(after, points, inside).item<double>());
  std::printf("%.0f %% are told right\n", 100 * right.item<double>());
  std::printf("%s\n", steps < 3000 ? "the loss was small before the last step" : "all steps were taken");
}
