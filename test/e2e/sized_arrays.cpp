// Extents and steps that numbers of arguments decide: tables, windows and strided slices whose sizes are tensors or
// host numbers, with several sizes in turn.
#include <string>
#include <vector>

#include "harness.h"

namespace sized_arrays_programs {

using ag::Tensor, ag::slice, ag::range;

namespace {

// ---- new arrays ----

AG_FUNCTION Tensor knapsack(Tensor weights, Tensor values, Tensor capacity) {
  Tensor best = ag::zeros({capacity + 1}, values.dtype());
  for (Tensor k : range(weights.shape(0))) {
    Tensor w = weights[k];
    best[slice(w, capacity + 1)] =
        ag::maximum(best[slice(w, capacity + 1)], best[slice(0, capacity + 1 - w)] + values[k]);
  }
  return best;
}

AG_FUNCTION Tensor coin_change(Tensor coins, Tensor total) {
  Tensor ways = ag::astype(ag::arange(total + 1) == 0, ag::int64);
  for (Tensor coin : coins) {
    for (Tensor t : range(coin, total + 1)) ways[t] = (ways[t] + ways[t - coin]) % 1000007;
  }
  return ways;
}

AG_FUNCTION Tensor histogram(Tensor x, Tensor bins) {
  Tensor counts = ag::zeros({bins}, ag::int64);
  for (Tensor b : range(bins)) counts[b] = ag::count_nonzero((x * bins >= b) & (x * bins < b + 1));
  return counts;
}

AG_FUNCTION Tensor powers(Tensor x, Tensor degree) {
  Tensor table = ag::ones({x.shape(0), degree + 1}, x.dtype());
  for (Tensor k : range(1, degree + 1)) table(ag::all, k) = table(ag::all, k - 1) * x;
  return table;
}

AG_FUNCTION std::vector<Tensor> made(Tensor x, Tensor n, Tensor m) {
  return {ag::full({n, m * 2}, x), ag::eye(4, x.dtype())(slice(0, n), slice(m)), ag::arange(n, n + m),
          ag::reshape(ag::arange(12), {n, 12 / n}), ag::broadcast_to(x, {n, m})};
}

// ---- windows ----

AG_FUNCTION Tensor moving_average(Tensor x, Tensor w) {
  Tensor n = x.shape(0);
  Tensor out = ag::zeros_like(x);
  for (Tensor i : range(n - w + 1)) out[i] = ag::mean(x[slice(i, i + w)]);
  return out;
}

AG_FUNCTION Tensor head_and_tail(Tensor x, Tensor k) { return ag::sum(x[slice(0, k)]) - ag::max(x[slice(-k)]); }

AG_FUNCTION Tensor chosen(Tensor x, Tensor i, Tensor k) { return x[i] * ag::sum(x[slice(k)]); }

// ---- steps ----

AG_FUNCTION Tensor stepped(Tensor x, Tensor start, Tensor stop, Tensor step) {
  return x[slice(start, stop, step)] * 2 + 1;
}

AG_FUNCTION Tensor sieve(Tensor prime) {
  int64_t n = prime.shape(0);
  prime[slice(0, 2)] = false;
  for (int64_t p = 2; p * p < n; ++p) {
    if (prime[p]) prime[slice(p * p, n, p)] = false;
  }
  return prime;
}

AG_FUNCTION Tensor tensor_sieve(Tensor prime) {
  Tensor n = prime.shape(0);
  prime[slice(0, 2)] = false;
  for (Tensor p = 2; p * p < n; p += 1) {
    if (prime[p]) prime[slice(p * p, n, p)] = false;
  }
  return prime;
}

AG_FUNCTION Tensor strided(Tensor A, Tensor n, int form) {
  Tensor out = ag::zeros({9}, A.dtype());
  for (Tensor i : range(1, n)) {
    if (form == 0) out[i] = ag::sum(A(0, slice(0, 100, i)));
    if (form == 1) A(slice(0, 100, i), 1) += 1;
    if (form == 2) A(slice(i, 5, i), slice(1, 5, i)) *= 2;
    if (form == 3) out[i] = ag::max(A(1, slice(-1, -20, -i)));
    if (form == 4) A(ag::all, slice({}, {}, i)) -= A(ag::all, slice({}, {}, i)) / 2;
    if (form == 5) out[slice(0, 9, i)] = A(0, i % 3);
    if (form == 6) A[slice({}, {}, i - 5)] = i;
  }
  return A + ag::sum(out) + out[4];
}

AG_FUNCTION Tensor butterflies(Tensor x) {
  int64_t n = x.shape(0);
  for (int64_t h = 1; h < n; h *= 2) {
    for (int64_t k = 0; k < h; ++k) {
      Tensor a = x[slice(k, n, 2 * h)], b = x[slice(k + h, n, 2 * h)];
      x[slice(k, n, 2 * h)] = a + b;
      x[slice(k + h, n, 2 * h)] = a - b;
    }
  }
  return x;
}

Tensor energy(Tensor x, Tensor step) { return ag::sum(x[slice(1, {}, step)] * x[slice(1, {}, step)]); }
AG_FUNCTION Tensor slope(Tensor x, Tensor step) { return ag::gradient(energy)(x, step); }

}  // namespace

void run() {
  const Tensor x = ag::sin(ag::astype(ag::arange(23), ag::float64)),
               weights = ag::tensor(std::vector<int64_t>{3, 0, 5, 2});
  for (const int64_t n : {12, 3, 7, 3, 3, 12, 20, 20, 1, 0, 0}) {
    const Tensor number = e2e::i64(n);
    e2e::run("knapsack", knapsack, weights, x[slice(0, 4)], number);
    e2e::run("coin_change", coin_change, ag::tensor(std::vector<int64_t>{1, 2, 5}), number);
    e2e::run("histogram", histogram, ag::abs(x), number);
    e2e::run("powers", powers, x, number);
    e2e::run("moving_average", moving_average, x, number);
    e2e::run("head_and_tail", head_and_tail, x, number);
    e2e::run("chosen", chosen, x, number, e2e::i64(2));
    e2e::run("stepped", stepped, x, e2e::i64(1), e2e::i64(22), number);
    e2e::run("stepped backward", stepped, x, e2e::i64(22), e2e::i64(-40), e2e::i64(-n));
    e2e::run("slope", slope, x, number);
    for (const int64_t m : {2, 1}) e2e::run("made", made, x[3], number, ag::tensor(static_cast<int32_t>(m)));
  }
  for (int k = 0; k < 12; ++k) e2e::run("many", knapsack, weights, x[slice(0, 4)], ag::tensor(5 + k % 11));
  for (int k = 0; k < 2; ++k) e2e::run("head_and_tail", head_and_tail, x, e2e::i64(-2));
  e2e::run("sieve", sieve, ag::ones({120}, ag::boolean));
  e2e::run("tensor_sieve", tensor_sieve, ag::ones({120}, ag::boolean));
  e2e::run("butterflies", butterflies, x[slice(0, 16)]);
  for (const ag::DType dtype : {ag::float32, ag::float64, ag::int32}) {
    const Tensor A = ag::astype(ag::reshape(ag::arange(35) * 17 % 19, {7, 5}), dtype);
    for (int form = 0; form < 7; ++form) {
      if (form != 4 || dtype != ag::int32)
        e2e::run(("strided " + std::to_string(form)).c_str(), strided, A, e2e::i64(5), form);
    }
    e2e::run("a step of 0", strided, A, e2e::i64(7), 6);
  }
}

}  // namespace sized_arrays_programs

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  sized_arrays_programs::run();
}
