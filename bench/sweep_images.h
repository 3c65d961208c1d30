#pragma once
/// What images, masks, stacks of matrices and lists are for, staged: rows of tools/bench --sweep.
#include "ag/ag.h"

namespace bench {

/// As bytes, which hold 0 to 255, and back.
ag::Tensor quantized(ag::Tensor x);
/// What is more than 0.5 becomes 0.25.
ag::Tensor masked(ag::Tensor x);
/// A filter of 3 by 3 over a square.
ag::Tensor filtered(ag::Tensor x);
/// The greatest ones, and the means, of blocks of 2 by 2 of a square.
ag::Tensor pooled(ag::Tensor x);
ag::Tensor means_of_blocks(ag::Tensor x);
/// Each row, of nine elements, as a matrix times itself.
ag::Tensor squares_of_matrices(ag::Tensor x);
/// The sum of the rows that `places` name.
ag::Tensor sum_of_taken(ag::Tensor x, ag::Tensor places);
/// Each row twice.
ag::Tensor repeated(ag::Tensor x);
/// Each element and its neighbours, with 0 beside the ends.
ag::Tensor sum_of_neighbours(ag::Tensor x);
/// A moving average, in a list that a loop lengthens.
AG_CONVERT ag::Tensor listed(ag::Tensor x);

}  // namespace bench
