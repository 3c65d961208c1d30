// A small convolutional network that learns to read digits: 1797 images of 8x8 pixels. The training is one traced
// function, a loop of its graph over batches. Usage: digits [folder of the data]
#include <ag/ag.h>

#include <iostream>
#include <string>

using ag::Tensor;

struct Network {
  Tensor filter1, bias1, filter2, bias2, weights, bias;
};

// The scores of the ten digits for each image [batch, 8, 8, 1].
AG_CONVERT Tensor scores(Network net, Tensor images) {
  Tensor x = ag::relu(ag::conv2d(images, net.filter1, 1, ag::Padding::same) + net.bias1);
  x = ag::max_pool2d(x, 2);
  x = ag::relu(ag::conv2d(x, net.filter2, 1, ag::Padding::same) + net.bias2);
  x = ag::max_pool2d(x, 2);
  return ag::matmul(ag::reshape(x, {-1, net.weights.shape(0)}), net.weights) + net.bias;
}

// The mean cross entropy.
AG_CONVERT Tensor loss(Network net, Tensor images, Tensor wanted) {
  return -ag::mean(ag::sum(wanted * ag::log_softmax(scores(net, images)), 1));
}

// Gradient descent, by batches of 64 images that follow each other. Gives the network, and the mean of the losses of
// the last hundred batches.
AG_FUNCTION std::pair<Network, Tensor> trained(Network net, Tensor images, Tensor digits, Tensor steps) {
  Tensor recent = 0.0f;
  for (Tensor step : ag::range(steps)) {
    Tensor rows = (step * 64 + ag::arange(64)) % images.shape(0);
    Tensor wanted = ag::one_hot(ag::take(digits, rows), 10);
    auto [error, slope] = ag::value_and_gradient(loss)(net, ag::take(images, rows), wanted);
    Tensor rate = 0.2;
    if (step * 2 > steps) rate = 0.05;
    net.filter1 -= rate * slope.filter1;
    net.bias1 -= rate * slope.bias1;
    net.filter2 -= rate * slope.filter2;
    net.bias2 -= rate * slope.bias2;
    net.weights -= rate * slope.weights;
    net.bias -= rate * slope.bias;
    if (step >= steps - 100) recent += error / 100;
  }
  return {net, recent};
}

AG_FUNCTION Tensor share_of_right_answers(Network net, Tensor images, Tensor digits) {
  return ag::mean(ag::astype(ag::argmax(scores(net, images), 1) == digits, ag::float32));
}

int main(int argc, char** argv) {
  const std::string data = argc > 1 ? argv[1] : "examples/kmeans/data";
  try {
    Tensor pixels = ag::astype(ag::load_npy(data + "/digits_images.npy"), ag::float32) / 16;
    Tensor images = ag::reshape(pixels, {-1, 8, 8, 1});
    Tensor digits = ag::astype(ag::load_npy(data + "/digits_labels.npy"), ag::int64);
    Tensor known = images[ag::slice(0, 1500)], unseen = images[ag::slice(1500, 1797)];
    Tensor known_digits = digits[ag::slice(0, 1500)], unseen_digits = digits[ag::slice(1500, 1797)];

    Network net{0.3 * ag::random_normal({3, 3, 1, 8}, 1),   ag::zeros({8}),
                0.15 * ag::random_normal({3, 3, 8, 16}, 2), ag::zeros({16}),
                0.15 * ag::random_normal({64, 10}, 3),      ag::zeros({10})};
    std::cout << "of digits that it has not seen, a network tells\n";
    std::cout << "  before the training fewer than a third: "
              << (share_of_right_answers(net, unseen, unseen_digits).item<double>() < 1.0 / 3 ? "yes" : "no") << "\n";
    auto [after, error] = trained(net, known, known_digits, 1200);
    const double right = share_of_right_answers(after, unseen, unseen_digits).item<double>();
    std::cout << "  behind it at least 85 of a hundred:     " << (right >= 0.85 ? "yes" : "no") << "\n";
    std::cout << "the last losses are below 0.1:            " << (error < 0.1 ? "yes" : "no") << "\n";
    std::cout << "time: " << right << " are told right, the last losses are " << error << "\n";
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
