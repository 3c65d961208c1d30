/// Algorithms of tools/bench --sweep in plain C++.
#include <algorithm>
#include <cmath>
#include <vector>

#include "plain_loops.h"
#include "plain_rounds.h"

namespace bench::floors {

void sweep_smoothed(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n, [&](float more, int64_t) {
    float last = of.x[0] + more;
    of.sums[0] += last;
    for (int64_t i = 1; i < n; ++i) {
      last = 0.25f * (of.x[i] + more) + 0.75f * last;
      of.sums[i] += last;
    }
  });
}

void sweep_exchanged(const SweepArrays& of) {
  const int64_t n = of.rows;
  float* const x = of.scratch;
  rounds(of, n, [&](float more, int64_t) {
    fill(of, more, x);
    for (int64_t i = 0; i + 1 < n; ++i) {
      for (int64_t j = 0; j + 1 < n - i; ++j) {
        if (x[j] > x[j + 1]) std::swap(x[j], x[j + 1]);
      }
    }
    add(x, of.sums, n);
  });
}

void sweep_edit_distances(const SweepArrays& of) {
  const int64_t n = of.rows, width = n + 1;
  std::vector<float> a(static_cast<size_t>(n)), d(static_cast<size_t>(width * width));
  rounds(of, width, [&](float more, int64_t) {
    for (int64_t i = 0; i < n; ++i) a[static_cast<size_t>(i)] = std::floor(4.0f * (of.x[i] + more));
    const auto at = [&](int64_t i, int64_t j) -> float& { return d[static_cast<size_t>(i * width + j)]; };
    for (int64_t i = 0; i <= n; ++i) at(i, 0) = at(0, i) = static_cast<float>(i);
    for (int64_t i = 1; i <= n; ++i) {
      for (int64_t j = 1; j <= n; ++j) {
        const float differs = a[static_cast<size_t>(i - 1)] == a[static_cast<size_t>(n - j)] ? 0.0f : 1.0f;
        at(i, j) = std::min(std::min(at(i - 1, j), at(i, j - 1)) + 1.0f, at(i - 1, j - 1) + differs);
      }
    }
    add(&at(n, 0), of.sums, width);
  });
}

void sweep_eliminated(const SweepArrays& of) {
  const int64_t n = of.rows;
  float* const x = of.scratch;
  rounds(of, n * n, [&](float more, int64_t) {
    fill(of, more, x);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t i = k + 1; i < n; ++i) {
        const float factor = x[i * n + k] / x[k * n + k];
        for (int64_t j = 0; j < n; ++j) x[i * n + j] -= factor * x[k * n + j];
      }
    }
    add(x, of.sums, n * n);
  });
}

void sweep_orthogonal_rows(const SweepArrays& of) {
  const int64_t n = of.rows;
  rounds(of, n * n, [&](float more, int64_t) {
    fill(of, more, of.scratch);
    for (int64_t i = 0; i < n; ++i) {
      float* __restrict row = of.scratch + i * n;
      for (int64_t j = 0; j < i; ++j) {
        const float* above = of.scratch + j * n;
        float sum = 0;
        for (int64_t k = 0; k < n; ++k) sum += above[k] * row[k];
        for (int64_t k = 0; k < n; ++k) row[k] -= sum * above[k];
      }
      float sum = 0;
      for (int64_t k = 0; k < n; ++k) sum += row[k] * row[k];
      const float length = std::sqrt(sum);
      for (int64_t k = 0; k < n; ++k) row[k] /= length;
    }
    add(of.scratch, of.sums, n * n);
  });
}

void sweep_factor(const SweepArrays& of) {
  const int64_t n = of.rows;
  float *const x = of.scratch, *const l = of.scratch + n * n;
  rounds(of, n * n, [&](float more, int64_t) {
    fill(of, more, x);
    std::fill(l, l + n * n, 0.0f);
    for (int64_t i = 0; i < n; ++i) {
      for (int64_t j = 0; j <= i; ++j) {
        float sum = x[i * n + j];
        for (int64_t k = 0; k < j; ++k) sum -= l[i * n + k] * l[j * n + k];
        l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
      }
    }
    add(l, of.sums, n * n);
  });
}

void sweep_shortest_paths(const SweepArrays& of) {
  const int64_t n = of.rows;
  float* const x = of.scratch;
  rounds(of, n * n, [&](float more, int64_t) {
    fill(of, more, x);
    for (int64_t k = 0; k < n; ++k) {
      for (int64_t i = 0; i < n; ++i) {
        const float first = x[i * n + k];
        for (int64_t j = 0; j < n; ++j) x[i * n + j] = std::min(x[i * n + j], first + x[k * n + j]);
      }
    }
    add(x, of.sums, n * n);
  });
}

}  // namespace bench::floors
