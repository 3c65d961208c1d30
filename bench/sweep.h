#pragma once
/// The rows of tools/bench --sweep: a staged loop around one operation, and the same loop as anyone writes it in C++.
#include <cstdint>
#include <string>
#include <vector>

#include "ag/ag.h"
#include "floors/plain_loops.h"

namespace bench {

/// Which operation a round does.
enum class Swept : int {
  Elementwise,
  Exponential,
  SumOfAll,
  SumOfRows,
  SumOfColumns,
  GreatestOfRows,
  GreatestOfColumns,
  PlaceOfRows,
  PlaceOfColumns,
  Softmax,
  LogSoftmax,
  Dot,
  MatrixByVector,
  VectorByMatrix,
  CumulativeSum,
  CumulativeSumOfColumns,
  Sort,
  Argsort,
  TopThree,
  Take,
  TakeAlong,
  ScatterAdd,
  ScatterUpdate,
  SegmentSum,
  Window,
  WindowUpdate,
  Concat,
  Roll,
  OneHot,
  Matmul,
  Cholesky,
  Solve,
  Inverse,
  Smoothed,  // from here on algorithms of sweep_algorithms.h
  Exchanged,
  EditDistances,
  Eliminated,
  OrthogonalRows,
  Factor,
  ShortestPaths,
  Quantized,  // from here on those of sweep_images.h
  Masked,
  Filtered,
  Pooled,
  MeansOfBlocks,
  SquaresOfMatrices,
  SumOfTaken,
  Repeated,
  SumOfNeighbours,
  Listed,
};

struct SweepRow {
  std::string name;
  Swept operation;
  void (*plain)(const floors::SweepArrays& of);
  int64_t columns;            // of x; 0: it is a vector, -1: as many as rows
  std::vector<int64_t> rows;  // the sizes that are measured
};

/// Adds up, in so many rounds, what the operation makes of x + 0.001 · the number of the round. `places` has a place
/// below the number of rows for each row.
ag::Tensor staged_loop(Swept operation, ag::Tensor x, ag::Tensor places, ag::Tensor rounds);

}  // namespace bench
