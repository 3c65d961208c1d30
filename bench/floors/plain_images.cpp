/// Images, masks, stacks of matrices and lists of tools/bench --sweep in plain C++.
#include <algorithm>
#include <vector>

#include "plain_loops.h"
#include "plain_rounds.h"

namespace bench::floors {

void sweep_quantized(const SweepArrays& of) {
  const int64_t n = of.rows;
  std::vector<uint8_t> bytes(static_cast<size_t>(n));
  rounds(of, n, [&](float more, int64_t) {
    for (int64_t i = 0; i < n; ++i) bytes[i] = static_cast<uint8_t>(std::min((of.x[i] + more) * 255.0f, 255.0f));
    for (int64_t i = 0; i < n; ++i) of.sums[i] += static_cast<float>(bytes[i]);
  });
}

void sweep_masked(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      const float x = of.x[i] + more;
      of.sums[i] += x > 0.5f ? 0.25f : x;
    }
  });
}

void sweep_filtered(const SweepArrays& of) {
  const int64_t n = of.rows, m = n - 2;
  float* const x = of.scratch;
  float filter[9];
  for (int k = 0; k < 9; ++k) filter[k] = 0.1f * static_cast<float>(k + 1);
  rounds(of, m * m, [&](float more, int64_t) {
    fill(of, more, x);
    for (int64_t i = 0; i < m; ++i) {
      for (int64_t j = 0; j < m; ++j) {
        float sum = 0;
        for (int64_t r = 0; r < 3; ++r) {
          for (int64_t s = 0; s < 3; ++s) sum += x[(i + r) * n + j + s] * filter[3 * r + s];
        }
        of.sums[i * m + j] += sum;
      }
    }
  });
}

void sweep_pooled(const SweepArrays& of) {
  const int64_t n = of.rows, half = n / 2;
  rounds(of, half * half, [&](float more, int64_t) {
    for (int64_t i = 0; i < half; ++i) {
      for (int64_t j = 0; j < half; ++j) {
        const float* at = of.x + 2 * i * n + 2 * j;
        of.sums[i * half + j] += std::max(std::max(at[0], at[1]), std::max(at[n], at[n + 1])) + more;
      }
    }
  });
}

void sweep_means_of_blocks(const SweepArrays& of) {
  const int64_t n = of.rows, half = n / 2;
  rounds(of, half * half, [&](float more, int64_t) {
    for (int64_t i = 0; i < half; ++i) {
      for (int64_t j = 0; j < half; ++j) {
        const float* at = of.x + 2 * i * n + 2 * j;
        of.sums[i * half + j] += ((at[0] + more) + (at[1] + more) + (at[n] + more) + (at[n + 1] + more)) / 4.0f;
      }
    }
  });
}

void sweep_squares_of_matrices(const SweepArrays& of) {
  float* const x = of.scratch;
  rounds(of, 9 * of.rows, [&](float more, int64_t) {
    fill(of, more, x);
    for (int64_t at = 0; at < 9 * of.rows; at += 9) {
      for (int64_t i = 0; i < 3; ++i) {
        for (int64_t j = 0; j < 3; ++j) {
          float sum = 0;
          for (int64_t k = 0; k < 3; ++k) sum += x[at + 3 * i + k] * x[at + 3 * k + j];
          of.sums[at + 3 * i + j] += sum;
        }
      }
    }
  });
}

void sweep_sum_of_taken(const SweepArrays& of) {
  rounds(of, of.columns, [&](float more, int64_t) {
    float* __restrict row = of.scratch;
    std::fill(row, row + of.columns, 0.0f);
    for (int64_t i = 0; i < of.rows; ++i) {
      const float* const taken = of.x + of.places[i] * of.columns;
      for (int64_t j = 0; j < of.columns; ++j) row[j] += taken[j] + more;
    }
    add(row, of.sums, of.columns);
  });
}

void sweep_repeated(const SweepArrays& of) {
  const int64_t n = of.columns;
  rounds(of, 2 * of.rows * n, [&](float more, int64_t) {
    for (int64_t i = 0; i < 2 * of.rows; ++i) {
      for (int64_t j = 0; j < n; ++j) of.sums[i * n + j] += of.x[i / 2 * n + j] + more;
    }
  });
}

void sweep_sum_of_neighbours(const SweepArrays& of) {
  const int64_t n = of.rows;
  float* const x = of.scratch;
  rounds(of, n, [&](float more, int64_t) {
    x[0] = x[n + 1] = 0;
    for (int64_t i = 0; i < n; ++i) x[i + 1] = of.x[i] + more;
    for (int64_t i = 0; i < n; ++i) of.sums[i] += x[i] + x[i + 1] + x[i + 2];
  });
}

void sweep_listed(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    float mean = 0;
    for (int64_t i = 0; i < of.rows; ++i) {
      mean = 0.25f * (of.x[i] + more) + 0.75f * mean;
      of.sums[i] += mean;
    }
  });
}

}  // namespace bench::floors
