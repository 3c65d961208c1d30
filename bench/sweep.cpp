/// Runs staged loops beside plain ones, sample by sample in turn: what tools/bench --sweep starts. The environment says
/// how the staged ones run (AG_EXECUTOR=compiled).
///
///   bench_sweep --list               the names of the rows
///   bench_sweep [--quick] name...    a JSON record for each size of the row
#include "sweep.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>

#include "ag/threads.h"
#include "inputs.h"
#include "measure.h"

using ag::Tensor;

namespace bench {

namespace {

constexpr int64_t kRounds = 200;

std::vector<SweepRow> sweep_rows() {
  using namespace floors;
  const std::vector<int64_t> all{3, 30, 300, 3000}, few{3, 30, 300}, square{3, 10, 30, 100}, small{2, 3, 4, 6, 10, 30},
      image{4, 10, 30, 100, 300};
  return {
      {"elementwise", Swept::Elementwise, sweep_elementwise, 0, all},
      {"exp", Swept::Exponential, sweep_exponential, 0, all},
      {"sum", Swept::SumOfAll, sweep_sum_of_all, 0, all},
      {"sum of rows of 3", Swept::SumOfRows, sweep_sum_of_rows, 3, all},
      {"sum of rows of 30", Swept::SumOfRows, sweep_sum_of_rows, 30, few},
      {"sum of columns of 3", Swept::SumOfColumns, sweep_sum_of_columns, 3, all},
      {"sum of columns of 30", Swept::SumOfColumns, sweep_sum_of_columns, 30, few},
      {"sum of columns, square", Swept::SumOfColumns, sweep_sum_of_columns, -1, square},
      {"max of rows of 3", Swept::GreatestOfRows, sweep_greatest_of_rows, 3, all},
      {"max of rows of 30", Swept::GreatestOfRows, sweep_greatest_of_rows, 30, few},
      {"max of columns of 3", Swept::GreatestOfColumns, sweep_greatest_of_columns, 3, all},
      {"max of columns of 30", Swept::GreatestOfColumns, sweep_greatest_of_columns, 30, few},
      {"argmax of rows of 3", Swept::PlaceOfRows, sweep_place_of_rows, 3, all},
      {"argmax of rows of 30", Swept::PlaceOfRows, sweep_place_of_rows, 30, few},
      {"argmax of columns of 3", Swept::PlaceOfColumns, sweep_place_of_columns, 3, all},
      {"argmax of columns of 30", Swept::PlaceOfColumns, sweep_place_of_columns, 30, few},
      {"softmax of rows of 10", Swept::Softmax, sweep_softmax, 10, few},
      {"log_softmax of rows of 100", Swept::LogSoftmax, sweep_log_softmax, 100, few},
      {"vector times vector", Swept::Dot, sweep_dot, 0, all},
      {"rows of 30 times vector", Swept::MatrixByVector, sweep_matrix_by_vector, 30, few},
      {"matrix times vector", Swept::MatrixByVector, sweep_matrix_by_vector, -1, {3, 10, 30, 100, 300}},
      {"vector times matrix", Swept::VectorByMatrix, sweep_vector_by_matrix, -1, {3, 10, 30, 100, 300}},
      {"cumulative_sum", Swept::CumulativeSum, sweep_cumulative_sum, 0, all},
      {"cumulative_sum of columns of 3", Swept::CumulativeSumOfColumns, sweep_cumulative_sum_of_columns, 3, all},
      {"cumulative_sum of columns of 30", Swept::CumulativeSumOfColumns, sweep_cumulative_sum_of_columns, 30, few},
      {"sort", Swept::Sort, sweep_sort, 0, all},
      {"sort of rows of 8", Swept::Sort, sweep_sort, 8, few},
      {"argsort", Swept::Argsort, sweep_argsort, 0, all},
      {"top_k of 3", Swept::TopThree, sweep_top_three, 0, all},
      {"take", Swept::Take, sweep_take, 0, all},
      {"take of rows of 3", Swept::Take, sweep_take, 3, all},
      {"scatter_add", Swept::ScatterAdd, sweep_scatter_add, 0, all},
      {"scatter_add of rows of 3", Swept::ScatterAdd, sweep_scatter_add, 3, all},
      {"scatter_update", Swept::ScatterUpdate, sweep_scatter_update, 0, all},
      {"segment_sum", Swept::SegmentSum, sweep_segment_sum, 0, all},
      {"slice from a computed place", Swept::Window, sweep_window, 0, all},
      {"assignment to such a slice", Swept::WindowUpdate, sweep_window_update, 0, all},
      {"concat", Swept::Concat, sweep_concat, 0, all},
      {"roll", Swept::Roll, sweep_roll, 0, all},
      {"one_hot of 4", Swept::OneHot, sweep_one_hot, 0, all},
      {"take_along_axis", Swept::TakeAlong, sweep_take, 0, all},
      {"matmul, square", Swept::Matmul, sweep_matmul, -1, square},
      {"cholesky", Swept::Cholesky, sweep_cholesky, -1, small},
      {"solve", Swept::Solve, sweep_solve, -1, small},
      {"inv", Swept::Inverse, sweep_inverse, -1, small},
      {"recurrence, by element", Swept::Smoothed, sweep_smoothed, 0, all},
      {"exchange sort", Swept::Exchanged, sweep_exchanged, 0, {3, 10, 30, 100}},
      {"edit distance", Swept::EditDistances, sweep_edit_distances, 0, {3, 10, 30, 100}},
      {"elimination, by row", Swept::Eliminated, sweep_eliminated, -1, square},
      {"orthogonal rows", Swept::OrthogonalRows, sweep_orthogonal_rows, -1, square},
      {"cholesky, by element", Swept::Factor, sweep_factor, -1, {3, 10, 30}},
      {"shortest paths", Swept::ShortestPaths, sweep_shortest_paths, -1, square},
      {"conversion to uint8", Swept::Quantized, sweep_quantized, 0, all},
      {"masked assignment", Swept::Masked, sweep_masked, 0, all},
      {"filter of 3 by 3", Swept::Filtered, sweep_filtered, -1, image},
      {"max_pool of 2 by 2", Swept::Pooled, sweep_pooled, -1, image},
      {"means of blocks of 2 by 2", Swept::MeansOfBlocks, sweep_means_of_blocks, -1, image},
      {"stack of matrices of 3 by 3", Swept::SquaresOfMatrices, sweep_squares_of_matrices, 9, all},
      {"sum of taken rows of 30", Swept::SumOfTaken, sweep_sum_of_taken, 30, few},
      {"repeat of rows of 30", Swept::Repeated, sweep_repeated, 30, few},
      {"pad, sum of neighbours", Swept::SumOfNeighbours, sweep_sum_of_neighbours, 0, all},
      {"list, by element", Swept::Listed, sweep_listed, 0, all},
  };
}

int64_t columns_of(const SweepRow& row, int64_t rows) { return row.columns < 0 ? rows : row.columns; }

/// Numbers in [0, 1); those of a square matrix with a multiple of the identity, so that it is positive definite.
Tensor input_of(const SweepRow& row, int64_t rows) {
  if (row.columns == 0) return u(21, rows);
  const int64_t columns = columns_of(row, rows);
  const Tensor x = ag::reshape(u(21, rows * columns), {rows, columns});
  if (row.columns > 0) return x;
  return x + ag::transpose(x) + 2.0f * static_cast<float>(rows) * ag::eye(rows);
}

double distance(const Tensor& ours, const std::vector<float>& plain) {
  double greatest = 0, scale = 1e-30;
  const auto elements = ours.data<float>();
  for (size_t i = 0; i < elements.size(); ++i) {
    greatest = std::max(greatest, static_cast<double>(std::fabs(elements[i] - plain[i])));
    scale = std::max(scale, static_cast<double>(std::fabs(plain[i])));
  }
  return greatest / scale;
}

void compare(const SweepRow& row, int64_t rows, bool quick) {
  const int64_t count = row.columns == 0 ? rows : rows * columns_of(row, rows);
  const Tensor x = input_of(row, rows);
  const Tensor places = ag::astype(ag::floor(static_cast<float>(rows) * u(22, rows)), ag::int64);
  const Tensor rounds = ag::tensor(kRounds, ag::int64);
  std::vector<float> sums(static_cast<size_t>(4 * count + 16)), scratch(static_cast<size_t>(4 * count + 16));
  const bool vector = row.columns == 0;
  // A vector is one row where rows are worked on, and one column where rows are moved.
  const bool along = row.operation == Swept::CumulativeSum || row.operation == Swept::Sort ||
                     row.operation == Swept::Argsort || row.operation == Swept::TopThree;
  const floors::SweepArrays arrays{x.data<float>().data(),
                                   places.data<int64_t>().data(),
                                   sums.data(),
                                   scratch.data(),
                                   vector && along ? 1 : rows,
                                   vector ? (along ? rows : 1) : columns_of(row, rows),
                                   kRounds};
  Tensor result;
  const std::vector<std::function<void()>> calls{[&] { result = staged_loop(row.operation, x, places, rounds); },
                                                 [&] { row.plain(arrays); }};
  Limits limits = quick ? kQuick : kFull;
  if (!quick) limits.total_s = 0.1;
  const std::vector<Timing> timings = measure_by_turns(calls, limits);
  const auto best = [](const Timing& timing) {
    return *std::min_element(timing.samples.begin(), timing.samples.end()) / kRounds;
  };
  std::printf("{\"row\": \"%s\", \"size\": %lld, \"best_s\": %.4g, \"plain_s\": %.4g, \"difference\": %.3g}\n",
              row.name.c_str(), static_cast<long long>(rows), best(timings[0]), best(timings[1]),
              distance(result, sums));
  std::fflush(stdout);
}

}  // namespace

}  // namespace bench

int main(int argc, char** argv) {
  bool quick = false;
  try {
    ag::set_num_threads(1);
    for (int i = 1; i < argc; ++i) {
      const std::string argument = argv[i];
      if (argument == "--quick") quick = true;
      for (const bench::SweepRow& row : bench::sweep_rows()) {
        if (argument == "--list") std::printf("%s\n", row.name.c_str());
        if (argument != row.name) continue;
        for (const int64_t rows : row.rows) bench::compare(row, rows, quick);
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
