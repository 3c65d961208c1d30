#pragma once
/// The loops that tools/bench --sweep compares with, as anyone writes them: compiled with -O3 for this processor, and
/// nothing else.
#include <cstdint>

namespace bench::floors {

struct SweepArrays {
  const float* x;         // rows · columns elements, row by row
  const int64_t* places;  // one below `rows` for each row
  float* sums;            // of what the rounds give
  float* scratch;         // 4 · rows · columns elements
  int64_t rows, columns;
  int64_t rounds;
};

void sweep_elementwise(const SweepArrays& of);
void sweep_exponential(const SweepArrays& of);
void sweep_sum_of_all(const SweepArrays& of);
void sweep_sum_of_rows(const SweepArrays& of);
void sweep_sum_of_columns(const SweepArrays& of);
void sweep_greatest_of_rows(const SweepArrays& of);
void sweep_greatest_of_columns(const SweepArrays& of);
void sweep_place_of_rows(const SweepArrays& of);
void sweep_place_of_columns(const SweepArrays& of);
void sweep_softmax(const SweepArrays& of);
void sweep_log_softmax(const SweepArrays& of);
void sweep_dot(const SweepArrays& of);
void sweep_matrix_by_vector(const SweepArrays& of);
void sweep_vector_by_matrix(const SweepArrays& of);
void sweep_cumulative_sum(const SweepArrays& of);
void sweep_cumulative_sum_of_columns(const SweepArrays& of);
void sweep_sort(const SweepArrays& of);
void sweep_argsort(const SweepArrays& of);
void sweep_top_three(const SweepArrays& of);
void sweep_take(const SweepArrays& of);
void sweep_scatter_add(const SweepArrays& of);
void sweep_scatter_update(const SweepArrays& of);
void sweep_segment_sum(const SweepArrays& of);
void sweep_window(const SweepArrays& of);
void sweep_window_update(const SweepArrays& of);
void sweep_concat(const SweepArrays& of);
void sweep_roll(const SweepArrays& of);
void sweep_one_hot(const SweepArrays& of);
void sweep_matmul(const SweepArrays& of);
void sweep_cholesky(const SweepArrays& of);
void sweep_solve(const SweepArrays& of);
void sweep_inverse(const SweepArrays& of);
// plain_algorithms.cpp
void sweep_smoothed(const SweepArrays& of);
void sweep_exchanged(const SweepArrays& of);
void sweep_edit_distances(const SweepArrays& of);
void sweep_eliminated(const SweepArrays& of);
void sweep_orthogonal_rows(const SweepArrays& of);
void sweep_factor(const SweepArrays& of);
void sweep_shortest_paths(const SweepArrays& of);
// plain_images.cpp
void sweep_quantized(const SweepArrays& of);
void sweep_masked(const SweepArrays& of);
void sweep_filtered(const SweepArrays& of);
void sweep_pooled(const SweepArrays& of);
void sweep_means_of_blocks(const SweepArrays& of);
void sweep_squares_of_matrices(const SweepArrays& of);
void sweep_sum_of_taken(const SweepArrays& of);
void sweep_repeated(const SweepArrays& of);
void sweep_sum_of_neighbours(const SweepArrays& of);
void sweep_listed(const SweepArrays& of);

}  // namespace bench::floors
