/// Tables of dynamic programming, and masks.
#include "program.h"

using ag::slice;
using ag::Tensor;

namespace bench::arrays {

/// The number of insertions, deletions and changes between two texts.
namespace edit_distance {
AG_FUNCTION Tensor tensor(Tensor a, Tensor b) {
  Tensor n = a.shape(0), m = b.shape(0);
  Tensor d = ag::zeros({a.shape(0) + 1, b.shape(0) + 1}, ag::int64);
  d(ag::all, 0) = ag::arange(n + 1);
  d[0] = ag::arange(m + 1);
  for (Tensor i : ag::range(1, n + 1)) {
    for (Tensor j : ag::range(1, m + 1)) {
      Tensor change = d(i - 1, j - 1) + ag::where(a[i - 1] == b[j - 1], 0, 1);
      d(i, j) = ag::minimum(ag::minimum(d(i - 1, j), d(i, j - 1)) + 1, change);
    }
  }
  return d;
}

AG_FUNCTION Tensor host(Tensor a, Tensor b) {
  int64_t n = a.shape(0), m = b.shape(0);
  Tensor d = ag::zeros({n + 1, m + 1}, ag::int64);
  d(ag::all, 0) = ag::arange(n + 1);
  d[0] = ag::arange(m + 1);
  for (int64_t i = 1; i <= n; ++i) {
    for (int64_t j = 1; j <= m; ++j) {
      Tensor change = d(i - 1, j - 1) + ag::where(a[i - 1] == b[j - 1], 0, 1);
      d(i, j) = ag::minimum(ag::minimum(d(i - 1, j), d(i, j - 1)) + 1, change);
    }
  }
  return d;
}
}  // namespace edit_distance

/// The length of the longest common subsequence. The whole-array form follows the diagonals from the top right to the
/// bottom left, whose elements do not depend on each other.
namespace common_subsequence {
AG_FUNCTION Tensor tensor(Tensor a, Tensor b) {
  Tensor n = a.shape(0), m = b.shape(0);
  Tensor t = ag::zeros({a.shape(0) + 1, b.shape(0) + 1}, ag::int64);
  for (Tensor i : ag::range(n)) {
    for (Tensor j : ag::range(m)) {
      if (a[i] == b[j]) {
        t(i + 1, j + 1) = t(i, j) + 1;
      } else {
        t(i + 1, j + 1) = ag::maximum(t(i, j + 1), t(i + 1, j));
      }
    }
  }
  return t(n, m);
}

AG_FUNCTION Tensor host(Tensor a, Tensor b) {
  int64_t n = a.shape(0), m = b.shape(0);
  Tensor t = ag::zeros({n + 1, m + 1}, ag::int64);
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < m; ++j) {
      if (a[i] == b[j]) {
        t(i + 1, j + 1) = t(i, j) + 1;
      } else {
        t(i + 1, j + 1) = ag::maximum(t(i, j + 1), t(i + 1, j));
      }
    }
  }
  return t(n, m);
}

AG_FUNCTION Tensor whole(Tensor a, Tensor b) {
  Tensor n = a.shape(0);
  Tensor reversed = ag::flip(b);
  Tensor before = ag::zeros({a.shape(0) + 1}, ag::int64), last = before;
  for (Tensor k : ag::range(2, 2 * n + 1)) {
    Tensor low = ag::maximum(1, k - n), high = ag::minimum(n, k - 1) + 1;
    Tensor same = a[slice(low - 1, high - 1)] == reversed[slice(n - k + low, n - k + high)];
    Tensor next = ag::zeros_like(last);
    next[slice(low, high)] = ag::where(same, before[slice(low - 1, high - 1)] + 1,
                                       ag::maximum(last[slice(low - 1, high - 1)], last[slice(low, high)]));
    before = last;
    last = next;
  }
  return last[n];
}
}  // namespace common_subsequence

/// The greatest value of a knapsack for each capacity.
namespace knapsack {
AG_FUNCTION Tensor tensor(Tensor weights, Tensor values, Tensor capacity) {
  Tensor n = weights.shape(0);
  Tensor best = ag::zeros({capacity + 1}, ag::float64);
  for (Tensor k : ag::range(n)) {
    Tensor w = weights[k];
    best[slice(w, capacity + 1)] =
        ag::maximum(best[slice(w, capacity + 1)], best[slice(0, capacity + 1 - w)] + values[k]);
  }
  return best;
}

AG_FUNCTION Tensor host(Tensor weights, Tensor values, int64_t capacity) {
  Tensor best = ag::zeros({capacity + 1}, ag::float64);
  for (int64_t k = 0; k < weights.shape(0); ++k) {
    Tensor w = weights[k];
    best[slice(w, capacity + 1)] =
        ag::maximum(best[slice(w, capacity + 1)], best[slice(0, capacity + 1 - w)] + values[k]);
  }
  return best;
}

AG_FUNCTION Tensor whole(Tensor weights, Tensor values, Tensor capacity) {
  Tensor n = weights.shape(0);
  Tensor room = ag::arange(capacity + 1);
  Tensor best = ag::zeros({capacity + 1}, ag::float64);
  for (Tensor k : ag::range(n)) {
    Tensor w = weights[k];
    best = ag::where(room >= w, ag::maximum(best, best[ag::maximum(room - w, 0)] + values[k]), best);
  }
  return best;
}
}  // namespace knapsack

/// The most probable states of a hidden Markov model, and the logarithm of their probability.
namespace viterbi {
AG_FUNCTION std::pair<Tensor, Tensor> tensor(Tensor move, Tensor emit, Tensor seen) {
  Tensor times = seen.shape(0), states = move.shape(0);
  Tensor score = emit(ag::all, seen[0]), from = ag::zeros({seen.shape(0), move.shape(0)}, ag::int64);
  for (Tensor t : ag::range(1, times)) {
    Tensor next = score;
    for (Tensor j : ag::range(states)) {
      Tensor ways = score + move(ag::all, j);
      from(t, j) = ag::argmax(ways);
      next[j] = ag::max(ways) + emit(j, seen[t]);
    }
    score = next;
  }
  Tensor path = ag::zeros({seen.shape(0)}, ag::int64);
  path[times - 1] = ag::argmax(score);
  for (Tensor t : ag::range(times - 1, 0, -1)) path[t - 1] = from(t, path[t]);
  return {path, ag::max(score)};
}

AG_FUNCTION std::pair<Tensor, Tensor> host(Tensor move, Tensor emit, Tensor seen) {
  int64_t times = seen.shape(0), states = move.shape(0);
  Tensor score = emit(ag::all, seen[0]), from = ag::zeros({times, states}, ag::int64);
  for (int64_t t = 1; t < times; ++t) {
    Tensor next = score;
    for (int64_t j = 0; j < states; ++j) {
      Tensor ways = score + move(ag::all, j);
      from(t, j) = ag::argmax(ways);
      next[j] = ag::max(ways) + emit(j, seen[t]);
    }
    score = next;
  }
  Tensor path = ag::zeros({times}, ag::int64);
  path[times - 1] = ag::argmax(score);
  for (int64_t t = times - 1; t > 0; --t) path[t - 1] = from(t, path[t]);
  return {path, ag::max(score)};
}

AG_FUNCTION std::pair<Tensor, Tensor> whole(Tensor move, Tensor emit, Tensor seen) {
  Tensor times = seen.shape(0);
  Tensor score = emit(ag::all, seen[0]), from = ag::zeros({seen.shape(0), move.shape(0)}, ag::int64);
  for (Tensor t : ag::range(1, times)) {
    Tensor ways = ag::expand_dims(score, 1) + move;
    from[t] = ag::argmax(ways, 0);
    score = ag::max(ways, 0) + emit(ag::all, seen[t]);
  }
  Tensor path = ag::zeros({seen.shape(0)}, ag::int64);
  path[-1] = ag::argmax(score);
  for (Tensor t : ag::range(times - 1, 0, -1)) path[t - 1] = from(t, path[t]);
  return {path, ag::max(score)};
}
}  // namespace viterbi

/// The lengths of the shortest paths between all pairs of nodes.
namespace floyd_warshall {
AG_FUNCTION Tensor tensor(Tensor d) {
  Tensor n = d.shape(0);
  for (Tensor k : ag::range(n)) {
    for (Tensor i : ag::range(n)) d[i] = ag::minimum(d[i], d(i, k) + d[k]);
  }
  return d;
}

AG_FUNCTION Tensor host(Tensor d) {
  for (int64_t k = 0; k < d.shape(0); ++k) {
    for (int64_t i = 0; i < d.shape(0); ++i) d[i] = ag::minimum(d[i], d(i, k) + d[k]);
  }
  return d;
}

AG_FUNCTION Tensor whole(Tensor d) {
  Tensor n = d.shape(0);
  for (Tensor k : ag::range(n)) d = ag::minimum(d, ag::expand_dims(d(ag::all, k), 1) + d[k]);
  return d;
}
}  // namespace floyd_warshall

/// The primes below n, as a mask. The style `tensor` crosses the multiples out one
/// by one.
namespace sieve {
AG_FUNCTION Tensor tensor(Tensor prime) {
  Tensor n = prime.shape(0);
  prime[slice(0, 2)] = false;
  for (Tensor p = 2; p * p < n; p += 1) {
    if (prime[p]) {
      for (Tensor k = p * p; k < n; k += p) prime[k] = false;
    }
  }
  return prime;
}

AG_FUNCTION Tensor host(Tensor prime) {
  int64_t n = prime.shape(0);
  prime[slice(0, 2)] = false;
  for (int64_t p = 2; p * p < n; ++p) {
    if (prime[p]) prime[slice(p * p, n, p)] = false;
  }
  return prime;
}
}  // namespace sieve

/// The number and the sum of the elements in each bin.
namespace histogram {
AG_FUNCTION std::pair<Tensor, Tensor> tensor(Tensor x, Tensor bins) {
  Tensor counts = ag::zeros({bins}, ag::int64), sums = ag::zeros({bins}, ag::float64);
  for (Tensor b : ag::range(bins)) {
    Tensor inside = (x * bins >= b) & (x * bins < b + 1);
    counts[b] = ag::count_nonzero(inside);
    sums[b] = ag::sum(x[inside]);
  }
  return {counts, sums};
}

AG_FUNCTION std::pair<Tensor, Tensor> host(Tensor x, int64_t bins) {
  Tensor counts = ag::zeros({bins}, ag::int64), sums = ag::zeros({bins}, ag::float64);
  for (int64_t b = 0; b < bins; ++b) {
    Tensor inside = (x * bins >= b) & (x * bins < b + 1);
    counts[b] = ag::count_nonzero(inside);
    sums[b] = ag::sum(x[inside]);
  }
  return {counts, sums};
}

AG_FUNCTION std::pair<Tensor, Tensor> whole(Tensor x, int64_t bins) {
  Tensor bin = ag::astype(x * bins, ag::int64);
  return {ag::segment_sum(ag::ones_like(bin), bin, bins), ag::segment_sum(x, bin, bins)};
}
}  // namespace histogram

/// Each element without the mean of its group.
namespace group_means {
AG_FUNCTION Tensor tensor(Tensor x, Tensor group, Tensor groups) {
  for (Tensor g : ag::range(groups)) {
    Tensor members = group == g;
    x[members] -= ag::mean(x[members]);
  }
  return x;
}

AG_FUNCTION Tensor host(Tensor x, Tensor group, int64_t groups) {
  for (int64_t g = 0; g < groups; ++g) {
    Tensor members = group == g;
    x[members] -= ag::mean(x[members]);
  }
  return x;
}

AG_FUNCTION Tensor whole(Tensor x, Tensor group, int64_t groups) {
  Tensor sizes = ag::segment_sum(ag::ones_like(x), group, groups);
  return x - (ag::segment_sum(x, group, groups) / sizes)[group];
}
}  // namespace group_means

/// The number of ways to pay each amount with coins, modulo a prime.
namespace coin_change {
AG_FUNCTION Tensor tensor(Tensor coins, Tensor total) {
  Tensor ways = ag::astype(ag::arange(total + 1) == 0, ag::int64);
  for (Tensor coin : coins) {
    for (Tensor t : ag::range(coin, total + 1)) ways[t] = (ways[t] + ways[t - coin]) % 1000000007;
  }
  return ways;
}

AG_FUNCTION Tensor host(Tensor coins, int64_t total) {
  Tensor ways = ag::zeros({total + 1}, ag::int64);
  ways[0] = 1;
  for (int64_t c = 0; c < coins.shape(0); ++c) {
    const int64_t coin = int64_t(coins[c]);
    for (int64_t t = coin; t <= total; ++t) ways[t] = (ways[t] + ways[t - coin]) % 1000000007;
  }
  return ways;
}
}  // namespace coin_change

/// The least number of multiplications for the products of neighbouring matrices with the extents p.
namespace matrix_chain {
AG_FUNCTION Tensor tensor(Tensor p) {
  Tensor n = p.shape(0) - 1;
  Tensor m = ag::zeros({p.shape(0) - 1, p.shape(0) - 1}, ag::int64);
  for (Tensor length : ag::range(1, n)) {
    for (Tensor i : ag::range(n - length)) {
      Tensor j = i + length;
      m(i, j) = ag::min(m(i, slice(i, j)) + m(slice(i + 1, j + 1), j) + p[i] * p[slice(i + 1, j + 1)] * p[j + 1]);
    }
  }
  return m;
}

AG_FUNCTION Tensor host(Tensor p) {
  int64_t n = p.shape(0) - 1;
  Tensor m = ag::zeros({n, n}, ag::int64);
  for (int64_t length = 1; length < n; ++length) {
    for (int64_t i = 0; i + length < n; ++i) {
      int64_t j = i + length;
      m(i, j) = ag::min(m(i, slice(i, j)) + m(slice(i + 1, j + 1), j) + p[i] * p[slice(i + 1, j + 1)] * p[j + 1]);
    }
  }
  return m;
}
}  // namespace matrix_chain

void add_tables(std::vector<Program>& list) {
  const auto add = [&](const char* name, int64_t size, int64_t small, auto inputs, std::vector<Style> styles,
                       int64_t host_size = 0) {
    list.push_back({name, "tables", size, small, inputs, std::move(styles), host_size});
  };
  add(
      "edit_distance", 300, 12, [](int64_t n) { return Tensors{integers(41, n, 4), integers(42, n, 4)}; },
      styles(edit_distance::tensor, edit_distance::host));
  add(
      "common_subsequence", 300, 12, [](int64_t n) { return Tensors{integers(43, n, 4), integers(44, n, 4)}; },
      styles(common_subsequence::tensor, common_subsequence::host, common_subsequence::whole));
  add(
      "knapsack", 200, 12, [](int64_t n) { return Tensors{1 + integers(45, n, 60), uniform(46, n), count(8 * n)}; },
      styles(knapsack::tensor, knapsack::host, knapsack::whole));
  add(
      "viterbi", 400, 12,
      [](int64_t n) {
        return Tensors{ag::log(0.1 + uniform(47, 32, 32)), ag::log(0.1 + uniform(48, 32, 8)), integers(49, n, 8)};
      },
      styles(viterbi::tensor, viterbi::host, viterbi::whole));
  add(
      "floyd_warshall", 100, 12, [](int64_t n) { return Tensors{uniform(50, n, n)}; },
      styles(floyd_warshall::tensor, floyd_warshall::host, floyd_warshall::whole));
  add(
      "sieve", 100000, 200, [](int64_t n) { return Tensors{ag::ones({n}, ag::boolean)}; },
      styles(sieve::tensor, sieve::host));
  add(
      "histogram", 100000, 300, [](int64_t n) { return Tensors{uniform(51, n), count(40)}; },
      styles(histogram::tensor, histogram::host, histogram::whole));
  add(
      "group_means", 50000, 300, [](int64_t n) { return Tensors{uniform(52, n), integers(53, n, 20), count(20)}; },
      styles(group_means::tensor, group_means::host, group_means::whole));
  add(
      "coin_change", 10000, 60, [](int64_t n) { return Tensors{1 + integers(54, 12, 50), count(n)}; },
      styles(coin_change::tensor, coin_change::host));
  add(
      "matrix_chain", 120, 12, [](int64_t n) { return Tensors{1 + integers(55, n + 1, 50)}; },
      styles(matrix_chain::tensor, matrix_chain::host));
}

}  // namespace bench::arrays
