/// The staged loops of tools/bench --sweep.
#include "sweep.h"
#include "sweep_algorithms.h"
#include "sweep_images.h"

using ag::Tensor;

namespace bench {

namespace {

Tensor window(Tensor x, Tensor round) {
  const Tensor first = round % 2;
  return x[ag::slice(first, first + x.shape()[0] / 2)];
}

Tensor operation_of(Swept operation, Tensor x, Tensor places, Tensor round) {
  switch (operation) {
    case Swept::Elementwise:
      return x * x - 0.5f;
    case Swept::Exponential:
      return ag::exp(x);
    case Swept::SumOfAll:
      return ag::sum(x);
    case Swept::SumOfRows:
      return ag::sum(x, 1);
    case Swept::SumOfColumns:
      return ag::sum(x, 0);
    case Swept::GreatestOfRows:
      return ag::max(x, 1);
    case Swept::GreatestOfColumns:
      return ag::max(x, 0);
    case Swept::PlaceOfRows:
      return ag::astype(ag::argmax(x, 1), ag::float32);
    case Swept::PlaceOfColumns:
      return ag::astype(ag::argmax(x, 0), ag::float32);
    case Swept::Softmax:
      return ag::softmax(x);
    case Swept::LogSoftmax:
      return ag::log_softmax(x);
    case Swept::Dot:
      return ag::matmul(x, x);
    case Swept::MatrixByVector:
      return ag::matmul(x, x[0]);
    case Swept::VectorByMatrix:
      return ag::matmul(x[0], x);
    case Swept::CumulativeSum:
      return ag::cumulative_sum(x);
    case Swept::CumulativeSumOfColumns:
      return ag::cumulative_sum(x, 0);
    case Swept::Sort:
      return ag::sort(x);
    case Swept::Argsort:
      return ag::astype(ag::argsort(x), ag::float32);
    case Swept::TopThree:
      return ag::top_k(x, 3).values;
    case Swept::Take:
      return ag::take(x, places);
    case Swept::TakeAlong:
      return ag::take_along_axis(x, places, 0);
    case Swept::ScatterAdd:
      return ag::scatter_add(x, places, x * 0.5f);
    case Swept::ScatterUpdate:
      return ag::scatter_update(x, places, x * 0.5f);
    case Swept::SegmentSum:
      return ag::segment_sum(x, places, x.shape()[0]);
    case Swept::Window:
      return window(x, round);
    case Swept::WindowUpdate: {
      const Tensor first = round % 2;
      x[ag::slice(first, first + 2)] = 1.0f;
      return x;
    }
    case Swept::Concat:
      return ag::concat({x, x * 0.5f}, 0);
    case Swept::Roll:
      return ag::roll(x, 1, 0);
    case Swept::OneHot:
      return ag::one_hot(ag::astype(x, ag::int32), 4);
    case Swept::Matmul:
      return ag::matmul(x, x);
    case Swept::Cholesky:
      return ag::cholesky(x);
    case Swept::Solve:
      return ag::solve(x, ag::ones({x.shape()[0]}));
    case Swept::Inverse:
      return ag::inv(x);
    case Swept::Smoothed:
      return smoothed(x);
    case Swept::Exchanged:
      return exchanged(x);
    case Swept::EditDistances:
      return edit_distances(x);
    case Swept::Eliminated:
      return eliminated(x);
    case Swept::OrthogonalRows:
      return orthogonal_rows(x);
    case Swept::Factor:
      return factor(x);
    case Swept::ShortestPaths:
      return shortest_paths(x);
    case Swept::Quantized:
      return quantized(x);
    case Swept::Masked:
      return masked(x);
    case Swept::Filtered:
      return filtered(x);
    case Swept::Pooled:
      return pooled(x);
    case Swept::MeansOfBlocks:
      return means_of_blocks(x);
    case Swept::SquaresOfMatrices:
      return squares_of_matrices(x);
    case Swept::SumOfTaken:
      return sum_of_taken(x, places);
    case Swept::Repeated:
      return repeated(x);
    case Swept::SumOfNeighbours:
      return sum_of_neighbours(x);
    case Swept::Listed:
      return listed(x);
  }
  return x;
}

}  // namespace

AG_FUNCTION Tensor staged_loop(Swept operation, Tensor x, Tensor places, Tensor rounds) {
  Tensor sums = operation_of(operation, x, places, 0) * 0.0f;
  for (Tensor round : ag::range(rounds)) {
    sums = sums + operation_of(operation, x + 0.001f * ag::astype(round, ag::float32), places, round);
  }
  return sums;
}

}  // namespace bench
