/// The loops of tools/bench --sweep in plain C++.
#include "plain_loops.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include "plain_rounds.h"

namespace bench::floors {

void sweep_elementwise(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t) {
    const float* x = of.x;
    float* __restrict sums = of.sums;
    for (int64_t i = 0; i < n; ++i) {
      const float v = x[i] + more;
      sums[i] += v * v - 0.5f;
    }
  });
}

void sweep_exponential(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t) {
    for (int64_t i = 0; i < n; ++i) of.sums[i] += std::exp(of.x[i] + more);
  });
}

void sweep_sum_of_all(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, 1, [&](float more, int64_t) {
    float sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += of.x[i] + more;
    of.sums[0] += sum;
  });
}

void sweep_sum_of_rows(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      float sum = 0;
      for (int64_t j = 0; j < of.columns; ++j) sum += of.x[i * of.columns + j] + more;
      of.sums[i] += sum;
    }
  });
}

void sweep_sum_of_columns(const SweepArrays& of) {
  rounds(of, of.columns, [&](float more, int64_t) {
    float* __restrict row = of.scratch;
    std::fill(row, row + of.columns, 0.0f);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) row[j] += of.x[i * of.columns + j] + more;
    }
    add(row, of.sums, of.columns);
  });
}

void sweep_greatest_of_rows(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      float best = of.x[i * of.columns] + more;
      for (int64_t j = 1; j < of.columns; ++j) best = std::max(best, of.x[i * of.columns + j] + more);
      of.sums[i] += best;
    }
  });
}

void sweep_greatest_of_columns(const SweepArrays& of) {
  rounds(of, of.columns, [&](float more, int64_t) {
    float* __restrict best = of.scratch;
    for (int64_t j = 0; j < of.columns; ++j) best[j] = of.x[j] + more;
    for (int64_t i = 1; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) best[j] = std::max(best[j], of.x[i * of.columns + j] + more);
    }
    add(best, of.sums, of.columns);
  });
}

void sweep_place_of_rows(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      float best = of.x[i * of.columns] + more;
      int64_t place = 0;
      for (int64_t j = 1; j < of.columns; ++j) {
        const float v = of.x[i * of.columns + j] + more;
        if (v > best) best = v, place = j;
      }
      of.sums[i] += static_cast<float>(place);
    }
  });
}

void sweep_place_of_columns(const SweepArrays& of) {
  rounds(of, of.columns, [&](float more, int64_t) {
    float* __restrict best = of.scratch;
    int64_t* __restrict place = reinterpret_cast<int64_t*>(of.scratch + of.rows * of.columns);
    for (int64_t j = 0; j < of.columns; ++j) best[j] = of.x[j] + more, place[j] = 0;
    for (int64_t i = 1; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) {
        const float v = of.x[i * of.columns + j] + more;
        const bool better = v > best[j];
        best[j] = better ? v : best[j];
        place[j] = better ? i : place[j];
      }
    }
    for (int64_t j = 0; j < of.columns; ++j) of.sums[j] += static_cast<float>(place[j]);
  });
}

void sweep_softmax(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    float* e = of.scratch;
    for (int64_t i = 0; i < of.rows; ++i) {
      const float* x = of.x + i * of.columns;
      float best = x[0] + more, sum = 0;
      for (int64_t j = 1; j < of.columns; ++j) best = std::max(best, x[j] + more);
      for (int64_t j = 0; j < of.columns; ++j) sum += e[j] = std::exp(x[j] + more - best);
      for (int64_t j = 0; j < of.columns; ++j) of.sums[i * of.columns + j] += e[j] / sum;
    }
  });
}

void sweep_log_softmax(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      const float* x = of.x + i * of.columns;
      float best = x[0] + more, sum = 0;
      for (int64_t j = 1; j < of.columns; ++j) best = std::max(best, x[j] + more);
      for (int64_t j = 0; j < of.columns; ++j) sum += std::exp(x[j] + more - best);
      const float least = std::log(sum);
      for (int64_t j = 0; j < of.columns; ++j) of.sums[i * of.columns + j] += x[j] + more - best - least;
    }
  });
}

void sweep_dot(const SweepArrays& of) {
  rounds(of, 1, [&](float more, int64_t) {
    float sum = 0;
    for (int64_t i = 0; i < of.rows; ++i) sum += (of.x[i] + more) * (of.x[i] + more);
    of.sums[0] += sum;
  });
}

void sweep_matrix_by_vector(const SweepArrays& of) {
  rounds(of, of.rows, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    for (int64_t i = 0; i < of.rows; ++i) {
      float sum = 0;
      for (int64_t j = 0; j < of.columns; ++j) sum += of.scratch[i * of.columns + j] * of.scratch[j];
      of.sums[i] += sum;
    }
  });
}

void sweep_vector_by_matrix(const SweepArrays& of) {
  rounds(of, of.columns, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    float* __restrict row = of.scratch + of.rows * of.columns;
    std::fill(row, row + of.columns, 0.0f);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) row[j] += of.scratch[i] * of.scratch[i * of.columns + j];
    }
    add(row, of.sums, of.columns);
  });
}

void sweep_cumulative_sum(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      float sum = 0;
      for (int64_t j = 0; j < of.columns; ++j) {
        sum += of.x[i * of.columns + j] + more;
        of.sums[i * of.columns + j] += sum;
      }
    }
  });
}

void sweep_cumulative_sum_of_columns(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    float* __restrict row = of.scratch;
    std::fill(row, row + of.columns, 0.0f);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) {
        row[j] += of.x[i * of.columns + j] + more;
        of.sums[i * of.columns + j] += row[j];
      }
    }
  });
}

void sweep_sort(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    for (int64_t i = 0; i < of.rows; ++i) std::sort(of.scratch + i * of.columns, of.scratch + (i + 1) * of.columns);
    add(of.scratch, of.sums, of.rows * of.columns);
  });
}

void sweep_argsort(const SweepArrays& of) {
  std::vector<int64_t> order(static_cast<size_t>(of.columns));
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    for (int64_t i = 0; i < of.rows; ++i) {
      const float* x = of.scratch + i * of.columns;
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [x](int64_t a, int64_t b) { return x[a] < x[b]; });
      for (int64_t j = 0; j < of.columns; ++j)
        of.sums[i * of.columns + j] += static_cast<float>(order[static_cast<size_t>(j)]);
    }
  });
}

void sweep_top_three(const SweepArrays& of) {
  rounds(of, of.rows * 3, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    for (int64_t i = 0; i < of.rows; ++i) {
      float* x = of.scratch + i * of.columns;
      std::partial_sort(x, x + 3, x + of.columns, [](float a, float b) { return a > b; });
      for (int64_t j = 0; j < 3; ++j) of.sums[i * 3 + j] += x[j];
    }
  });
}

void sweep_take(const SweepArrays& of) {
  rounds(of, of.rows * of.columns, [&](float more, int64_t) {
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j)
        of.sums[i * of.columns + j] += of.x[of.places[i] * of.columns + j] + more;
    }
  });
}

void sweep_scatter_add(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t) {
    float* __restrict v = of.scratch;
    fill(of, more, v);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j)
        v[of.places[i] * of.columns + j] += (of.x[i * of.columns + j] + more) * 0.5f;
    }
    add(v, of.sums, n);
  });
}

void sweep_scatter_update(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t) {
    float* __restrict v = of.scratch;
    fill(of, more, v);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j)
        v[of.places[i] * of.columns + j] = (of.x[i * of.columns + j] + more) * 0.5f;
    }
    add(v, of.sums, n);
  });
}

void sweep_segment_sum(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t) {
    float* __restrict v = of.scratch;
    std::fill(v, v + n, 0.0f);
    for (int64_t i = 0; i < of.rows; ++i) {
      for (int64_t j = 0; j < of.columns; ++j) v[of.places[i] * of.columns + j] += of.x[i * of.columns + j] + more;
    }
    add(v, of.sums, n);
  });
}

void sweep_window(const SweepArrays& of) {
  const int64_t length = of.rows / 2;
  rounds(of, length * of.columns, [&](float more, int64_t round) {
    const float* x = of.x + (round % 2) * of.columns;
    for (int64_t i = 0; i < length * of.columns; ++i) of.sums[i] += x[i] + more;
  });
}

void sweep_window_update(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, n, [&](float more, int64_t round) {
    fill(of, more, of.scratch);
    const int64_t first = round % 2 * of.columns;
    std::fill(of.scratch + first, of.scratch + std::min(first + 2 * of.columns, n), 1.0f);
    add(of.scratch, of.sums, n);
  });
}

void sweep_concat(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, 2 * n, [&](float more, int64_t) {
    for (int64_t i = 0; i < n; ++i) of.sums[i] += of.x[i] + more;
    for (int64_t i = 0; i < n; ++i) of.sums[n + i] += (of.x[i] + more) * 0.5f;
  });
}

void sweep_roll(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns, shift = of.columns;
  rounds(of, n, [&](float more, int64_t) {
    for (int64_t i = 0; i < n - shift; ++i) of.sums[shift + i] += of.x[i] + more;
    for (int64_t i = 0; i < shift; ++i) of.sums[i] += of.x[n - shift + i] + more;
  });
}

void sweep_one_hot(const SweepArrays& of) {
  const int64_t n = of.rows * of.columns;
  rounds(of, 4 * n, [&](float more, int64_t) {
    for (int64_t i = 0; i < n; ++i) {
      const int label = static_cast<int>(of.x[i] + more);
      for (int k = 0; k < 4; ++k) of.sums[4 * i + k] += label == k ? 1.0f : 0.0f;
    }
  });
}

void sweep_matmul(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n * n, [&](float more, int64_t) {
    float* v = of.scratch;
    float* __restrict product = of.scratch + n * n;
    fill(of, more, v);
    std::fill(product, product + n * n, 0.0f);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t k = 0; k < n; ++k) {
        for (int64_t j = 0; j < n; ++j) product[i * n + j] += v[i * n + k] * v[k * n + j];
      }
    }
    add(product, of.sums, n * n);
  });
}

void sweep_cholesky(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n * n, [&](float more, int64_t) {
    float* a = of.scratch;
    fill(of, more, a);
    for (int64_t j = 0; j < n; ++j) {
      float d = a[j * n + j];
      for (int64_t k = 0; k < j; ++k) d -= a[j * n + k] * a[j * n + k];
      const float root = a[j * n + j] = std::sqrt(d);
      for (int64_t i = j + 1; i < n; ++i) {
        float s = a[i * n + j];
        for (int64_t k = 0; k < j; ++k) s -= a[i * n + k] * a[j * n + k];
        a[i * n + j] = s / root;
      }
    }
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) of.sums[i * n + j] += a[i * n + j];
    }
  });
}

namespace {

/// The solution of a x = b for `columns` columns; both are overwritten.
void eliminate(float* a, float* b, int64_t n, int64_t columns) {
  for (int64_t k = 0; k < n; ++k) {
    int64_t pivot = k;
    for (int64_t i = k + 1; i < n; ++i) {
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k])) pivot = i;
    }
    if (pivot != k) {
      std::swap_ranges(a + k * n, a + (k + 1) * n, a + pivot * n);
      std::swap_ranges(b + k * columns, b + (k + 1) * columns, b + pivot * columns);
    }
    for (int64_t i = k + 1; i < n; ++i) {
      const float factor = a[i * n + k] / a[k * n + k];
      for (int64_t j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      for (int64_t j = 0; j < columns; ++j) b[i * columns + j] -= factor * b[k * columns + j];
    }
  }
  for (int64_t k = n; k-- > 0;) {
    for (int64_t j = 0; j < columns; ++j) b[k * columns + j] /= a[k * n + k];
    for (int64_t i = 0; i < k; ++i) {
      for (int64_t j = 0; j < columns; ++j) b[i * columns + j] -= a[i * n + k] * b[k * columns + j];
    }
  }
}

}  // namespace

void sweep_solve(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n, [&](float more, int64_t) {
    float *a = of.scratch, *b = of.scratch + n * n;
    fill(of, more, a);
    std::fill(b, b + n, 1.0f);
    eliminate(a, b, n, 1);
    add(b, of.sums, n);
  });
}

void sweep_inverse(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n * n, [&](float more, int64_t) {
    float *a = of.scratch, *b = of.scratch + n * n;
    fill(of, more, a);
    std::fill(b, b + n * n, 0.0f);
    for (int64_t i = 0; i < n; ++i) b[i * n + i] = 1;
    eliminate(a, b, n, n);
    add(b, of.sums, n * n);
  });
}

}  // namespace bench::floors
