// k-means divides 1797 images of handwritten digits into ten groups of similar images, without labels. The loop ends
// when no image changes its group: its condition is a tensor.
#include <ag/ag.h>
#include <ag/io.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>

using ag::Tensor;

struct Clusters {
  Tensor centres;  // [k, features]
  Tensor labels;   // [points], the group of each
  Tensor rounds;
  Tensor inertia;  // the sum of squared distances from the centres
};

AG_FUNCTION Clusters kmeans(Tensor points, Tensor centres) {
  const int64_t k = centres.shape(0);
  Tensor labels = ag::full({points.shape(0)}, -1, ag::int64);
  Tensor nearest_distance = ag::zeros({points.shape(0)});
  Tensor rounds = 0;
  Tensor changed = true;
  while (changed) {
    // |p - c|^2 = |p|^2 - 2 p.c + |c|^2
    Tensor distances = ag::sum(ag::square(points), 1, ag::keepdims) - 2 * ag::matmul(points, centres.T()) +
                       ag::sum(ag::square(centres), 1);
    Tensor nearest = ag::argmin(distances, 1);
    nearest_distance = ag::min(distances, 1);
    changed = ag::any(nearest != labels);
    labels = nearest;

    Tensor members = ag::expand_dims(ag::segment_sum(ag::ones({points.shape(0)}), labels, k), 1);
    Tensor sums = ag::segment_sum(points, labels, k);
    centres = ag::where(members > 0, sums / ag::maximum(members, 1), centres);
    rounds += 1;
    if (rounds == 300) break;
  }
  return {centres, labels, rounds, ag::sum(nearest_distance)};
}

/// The share of points that belong to the most frequent class of their group.
AG_FUNCTION Tensor purity(Tensor labels, Tensor classes) {
  Tensor table = ag::segment_sum(ag::one_hot(classes, 10), labels, 10);
  return ag::sum(ag::max(table, 1)) / static_cast<double>(labels.size());
}

template <class F>
double seconds(F&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int main(int argc, char** argv) {
  std::string data = "examples/kmeans/data", graph, dot;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--graph" && i + 1 < argc) {
      graph = argv[++i];
    } else if (argument == "--dot" && i + 1 < argc) {
      dot = argv[++i];
    } else if (argument.starts_with("-")) {
      std::cerr << "usage: kmeans [folder of the data] [--graph file] [--dot file]\n";
      return 2;
    } else {
      data = argument;
    }
  }
  try {
    Tensor images = ag::astype(ag::load_npy(data + "/digits_images.npy"), ag::float32);
    Tensor digits = ag::astype(ag::load_npy(data + "/digits_labels.npy"), ag::int64);
    Tensor start = images[ag::slice(0, 10)];

    Clusters clusters;
    const double first = seconds([&] { clusters = kmeans(images, start); });
    const double later = seconds([&] { clusters = kmeans(images, start); });
    std::cout << "rounds:  " << clusters.rounds << "\n"
              << "inertia: " << clusters.inertia << "\n"
              << "purity:  " << purity(clusters.labels, digits) << "\n"
              << "time: first call " << first * 1e3 << " ms, later calls " << later * 1e3 << " ms\n";

    if (!graph.empty()) std::ofstream(graph) << ag::function_of(kmeans).graph(images, start);
    if (!dot.empty()) std::ofstream(dot) << ag::function_of(kmeans).graph(images, start).dot();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
