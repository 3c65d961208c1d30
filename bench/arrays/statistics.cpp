/// Statistics and small models.
#include "program.h"

using ag::slice;
using ag::Tensor;

namespace bench::arrays {

/// The means of all windows of w elements.
namespace moving_average {
AG_FUNCTION Tensor tensor(Tensor x, Tensor w) {
  Tensor n = x.shape(0);
  Tensor out = ag::zeros_like(x);
  for (Tensor i : ag::range(n - w + 1)) out[i] = ag::mean(x[slice(i, i + w)]);
  return out;
}

AG_FUNCTION Tensor host(Tensor x, int64_t w) {
  Tensor out = ag::zeros_like(x);
  for (int64_t i = 0; i + w <= x.shape(0); ++i) out[i] = ag::mean(x[slice(i, i + w)]);
  return out;
}

AG_FUNCTION Tensor whole(Tensor x, int64_t w) {
  Tensor sums = ag::pad(ag::cumulative_sum(x), {{1, 0}});
  return ag::pad((sums[slice(w)] - sums[slice(0, -w)]) / w, {{0, w - 1}});
}
}  // namespace moving_average

/// The covariances of all pairs of columns.
namespace covariance {
AG_FUNCTION Tensor tensor(Tensor x) {
  Tensor n = x.shape(0), m = x.shape(1);
  x = x - ag::mean(x, 0);
  Tensor out = ag::zeros({x.shape(1), x.shape(1)}, ag::float64);
  for (Tensor i : ag::range(m)) {
    for (Tensor j : ag::range(i + 1)) {
      out(i, j) = ag::sum(x(ag::all, i) * x(ag::all, j)) / (n - 1);
      out(j, i) = out(i, j);
    }
  }
  return out;
}

AG_FUNCTION Tensor host(Tensor x) {
  int64_t n = x.shape(0), m = x.shape(1);
  x = x - ag::mean(x, 0);
  Tensor out = ag::zeros({m, m}, ag::float64);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      out(i, j) = ag::sum(x(ag::all, i) * x(ag::all, j)) / (n - 1);
      out(j, i) = out(i, j);
    }
  }
  return out;
}

AG_FUNCTION Tensor whole(Tensor x) {
  x = x - ag::mean(x, 0);
  return ag::matmul(x.T(), x) / (x.shape(0) - 1);
}
}  // namespace covariance

/// Centres of groups of points, by masks.
namespace kmeans {
AG_FUNCTION Tensor tensor(Tensor points, Tensor centres, Tensor rounds) {
  Tensor k = centres.shape(0);
  Tensor distances = ag::zeros({points.shape(0), centres.shape(0)}, ag::float64);
  for (Tensor t : ag::range(rounds)) {
    for (Tensor c : ag::range(k)) distances(ag::all, c) = ag::sum(ag::square(points - centres[c]), 1);
    Tensor nearest = ag::argmin(distances, 1);
    for (Tensor c : ag::range(k)) centres[c] = ag::mean(points[nearest == c], 0);
  }
  return centres;
}

AG_FUNCTION Tensor host(Tensor points, Tensor centres, int64_t rounds) {
  int64_t k = centres.shape(0);
  Tensor distances = ag::zeros({points.shape(0), k}, ag::float64);
  for (int64_t t = 0; t < rounds; ++t) {
    for (int64_t c = 0; c < k; ++c) distances(ag::all, c) = ag::sum(ag::square(points - centres[c]), 1);
    Tensor nearest = ag::argmin(distances, 1);
    for (int64_t c = 0; c < k; ++c) centres[c] = ag::mean(points[nearest == c], 0);
  }
  return centres;
}

AG_FUNCTION Tensor whole(Tensor points, Tensor centres, Tensor rounds) {
  const int64_t k = centres.shape(0);
  for (Tensor t : ag::range(rounds)) {
    Tensor distances = ag::sum(ag::square(ag::expand_dims(points, 1) - centres), 2);
    Tensor nearest = ag::argmin(distances, 1);
    Tensor sizes = ag::sum(ag::one_hot(nearest, k, ag::float64), 0);
    centres = ag::segment_sum(points, nearest, k) / ag::expand_dims(sizes, 1);
  }
  return centres;
}
}  // namespace kmeans

/// Gradient descent by batches of 50 rows.
namespace logistic {
AG_FUNCTION Tensor tensor(Tensor x, Tensor y, Tensor epochs) {
  Tensor w = ag::zeros({x.shape(1)}, ag::float64), rows = x.shape(0);
  for (Tensor epoch : ag::range(epochs)) {
    for (Tensor i = 0; i < rows; i += 50) {
      Tensor batch = x[slice(i, i + 50)];
      Tensor errors = ag::sigmoid(ag::matmul(batch, w)) - y[slice(i, i + 50)];
      w -= 0.1 * ag::matmul(batch.T(), errors) / 50;
    }
  }
  return w;
}

AG_FUNCTION Tensor host(Tensor x, Tensor y, int64_t epochs) {
  Tensor w = ag::zeros({x.shape(1)}, ag::float64);
  for (int64_t epoch = 0; epoch < epochs; ++epoch) {
    for (int64_t i = 0; i < x.shape(0); i += 50) {
      Tensor batch = x[slice(i, i + 50)];
      Tensor errors = ag::sigmoid(ag::matmul(batch, w)) - y[slice(i, i + 50)];
      w -= 0.1 * ag::matmul(batch.T(), errors) / 50;
    }
  }
  return w;
}

AG_FUNCTION Tensor whole(Tensor x, Tensor y, Tensor epochs) {
  Tensor batches = ag::reshape(x, {-1, 50, x.shape(1)}), wanted = ag::reshape(y, {-1, 50});
  Tensor w = ag::zeros({x.shape(1)}, ag::float64);
  for (Tensor epoch : ag::range(epochs)) {
    Tensor i = 0;
    for (Tensor batch : batches) {
      w = w - 0.1 * ag::matmul(batch.T(), ag::sigmoid(ag::matmul(batch, w)) - wanted[i]) / 50;
      i += 1;
    }
  }
  return w;
}
}  // namespace logistic

/// The ranks of pages, until they change by less than 1e-10.
namespace pagerank {
AG_FUNCTION Tensor tensor(Tensor links, Tensor limit) {
  Tensor n = links.shape(0);
  links /= ag::sum(links, 0);
  Tensor rank = ag::ones({links.shape(0)}, ag::float64) / n, change = 1.0, k = 0;
  while (change > 1e-10 && k < limit) {
    Tensor next = rank;
    for (Tensor i : ag::range(n)) next[i] = 0.15 / links.shape(0) + 0.85 * ag::sum(links[i] * rank);
    change = ag::sum(ag::abs(next - rank));
    rank = next;
    k += 1;
  }
  return rank;
}

AG_FUNCTION Tensor host(Tensor links, int64_t limit) {
  int64_t n = links.shape(0);
  links /= ag::sum(links, 0);
  Tensor rank = ag::ones({n}, ag::float64) / n;
  for (int64_t k = 0; k < limit; ++k) {
    Tensor next = rank;
    for (int64_t i = 0; i < n; ++i) next[i] = 0.15 / n + 0.85 * ag::sum(links[i] * rank);
    Tensor change = ag::sum(ag::abs(next - rank));
    rank = next;
    if (change <= 1e-10) break;
  }
  return rank;
}

AG_FUNCTION Tensor whole(Tensor links, Tensor limit) {
  links /= ag::sum(links, 0);
  Tensor rank = ag::ones({links.shape(0)}, ag::float64) / links.shape(0), change = 1.0, k = 0;
  while (change > 1e-10 && k < limit) {
    Tensor next = 0.15 / links.shape(0) + 0.85 * ag::matmul(links, rank);
    change = ag::sum(ag::abs(next - rank));
    rank = next;
    k += 1;
  }
  return rank;
}
}  // namespace pagerank

/// The sorted means of samples of the elements, which a formula draws.
namespace bootstrap {
AG_FUNCTION Tensor tensor(Tensor x, Tensor samples) {
  Tensor n = x.shape(0);
  Tensor i = ag::arange(n), means = ag::zeros({samples}, ag::float64);
  for (Tensor k : ag::range(samples)) means[k] = ag::mean(x[(i * i * 31 + i * k * 17 + k * 7919) % n]);
  return ag::sort(means);
}

AG_FUNCTION Tensor host(Tensor x, int64_t samples) {
  int64_t n = x.shape(0);
  Tensor i = ag::arange(n), means = ag::zeros({samples}, ag::float64);
  for (int64_t k = 0; k < samples; ++k) means[k] = ag::mean(x[(i * i * 31 + i * k * 17 + k * 7919) % n]);
  return ag::sort(means);
}

AG_FUNCTION Tensor whole(Tensor x, Tensor samples) {
  Tensor i = ag::arange(x.shape(0)), k = ag::expand_dims(ag::arange(samples), 1);
  return ag::sort(ag::mean(x[(i * i * 31 + i * k * 17 + k * 7919) % x.shape(0)], 1));
}
}  // namespace bootstrap

/// The mean with exponentially decreasing weights, and the variance around it.
namespace ewma {
AG_FUNCTION std::pair<Tensor, Tensor> tensor(Tensor x, Tensor a) {
  Tensor n = x.shape(0);
  Tensor mean = x, variance = ag::zeros_like(x);
  for (Tensor i : ag::range(1, n)) {
    Tensor step = x[i] - mean[i - 1];
    mean[i] = mean[i - 1] + a * step;
    variance[i] = (1 - a) * (variance[i - 1] + a * step * step);
  }
  return {mean, variance};
}

AG_FUNCTION std::pair<Tensor, Tensor> host(Tensor x, double a) {
  Tensor mean = x, variance = ag::zeros_like(x);
  for (int64_t i = 1; i < x.shape(0); ++i) {
    Tensor step = x[i] - mean[i - 1];
    mean[i] = mean[i - 1] + a * step;
    variance[i] = (1 - a) * (variance[i - 1] + a * step * step);
  }
  return {mean, variance};
}
}  // namespace ewma

/// The filter of Kalman for a place and a speed, of which the place is measured.
namespace kalman {
AG_FUNCTION Tensor tensor(Tensor z, Tensor f) {
  Tensor n = z.shape(0);
  Tensor x = ag::zeros({2}, ag::float64), p = ag::eye(2, ag::float64), noise = 0.01 * p;
  Tensor states = ag::zeros({z.shape(0), 2}, ag::float64);
  for (Tensor t : ag::range(n)) {
    x = ag::matmul(f, x);
    p = ag::matmul(ag::matmul(f, p), f.T()) + noise;
    Tensor gain = p(ag::all, 0) / (p(0, 0) + 0.1);
    x += gain * (z[t] - x[0]);
    p -= ag::outer(gain, p[0]);
    states[t] = x;
  }
  return states;
}

AG_FUNCTION Tensor host(Tensor z, Tensor f) {
  Tensor x = ag::zeros({2}, ag::float64), p = ag::eye(2, ag::float64), noise = 0.01 * p;
  Tensor states = ag::zeros({z.shape(0), 2}, ag::float64);
  for (int64_t t = 0; t < z.shape(0); ++t) {
    x = ag::matmul(f, x);
    p = ag::matmul(ag::matmul(f, p), f.T()) + noise;
    Tensor gain = p(ag::all, 0) / (p(0, 0) + 0.1);
    x += gain * (z[t] - x[0]);
    p -= ag::outer(gain, p[0]);
    states[t] = x;
  }
  return states;
}
}  // namespace kalman

/// The correlations of a series with itself at the first lags.
namespace autocorrelation {
AG_FUNCTION Tensor tensor(Tensor x, Tensor lags) {
  Tensor n = x.shape(0);
  x -= ag::mean(x);
  Tensor out = ag::zeros({lags}, ag::float64);
  for (Tensor k : ag::range(lags)) out[k] = ag::sum(x[slice(0, n - k)] * x[slice(k, n)]) / ag::sum(x * x);
  return out;
}

AG_FUNCTION Tensor host(Tensor x, int64_t lags) {
  int64_t n = x.shape(0);
  x -= ag::mean(x);
  Tensor out = ag::zeros({lags}, ag::float64);
  for (int64_t k = 0; k < lags; ++k) out[k] = ag::sum(x[slice(0, n - k)] * x[slice(k, n)]) / ag::sum(x * x);
  return out;
}
}  // namespace autocorrelation

/// The means of the values of the five nearest points, in float32.
namespace nearest_neighbours {
AG_FUNCTION Tensor tensor(Tensor points, Tensor values, Tensor asked) {
  Tensor n = asked.shape(0);
  Tensor out = ag::zeros({asked.shape(0)});
  for (Tensor i : ag::range(n)) {
    Tensor distances = ag::sum(ag::square(points - asked[i]), 1);
    out[i] = ag::mean(values[ag::argsort(distances)[slice(0, 5)]]);
  }
  return out;
}

AG_FUNCTION Tensor host(Tensor points, Tensor values, Tensor asked) {
  Tensor out = ag::zeros({asked.shape(0)});
  for (int64_t i = 0; i < asked.shape(0); ++i) {
    Tensor distances = ag::sum(ag::square(points - asked[i]), 1);
    out[i] = ag::mean(values[ag::argsort(distances)[slice(0, 5)]]);
  }
  return out;
}

AG_FUNCTION Tensor whole(Tensor points, Tensor values, Tensor asked) {
  Tensor distances = ag::sum(ag::square(ag::expand_dims(asked, 1) - points), 2);
  return ag::mean(values[ag::argsort(distances, 1)(ag::all, slice(0, 5))], 1);
}
}  // namespace nearest_neighbours

void add_statistics(std::vector<Program>& list) {
  const auto add = [&](const char* name, int64_t size, int64_t small, auto inputs, std::vector<Style> styles,
                       int64_t host_size = 0) {
    list.push_back({name, "statistics", size, small, inputs, std::move(styles), host_size});
  };
  add(
      "moving_average", 80000, 100, [](int64_t n) { return Tensors{centred(61, n), count(32)}; },
      styles(moving_average::tensor, moving_average::host, moving_average::whole));
  add(
      "covariance", 4000, 20, [](int64_t n) { return Tensors{centred(62, n, 16)}; },
      styles(covariance::tensor, covariance::host, covariance::whole));
  add(
      "kmeans", 3000, 60,
      [](int64_t n) {
        const Tensor points = uniform(63, n, 2);
        return Tensors{points, points[slice(0, 6)], count(8)};
      },
      styles(kmeans::tensor, kmeans::host, kmeans::whole));
  add(
      "logistic", 2000, 100,
      [](int64_t n) { return Tensors{centred(64, n, 16), ag::astype(uniform(65, n) < 0.5, ag::float64), count(6)}; },
      styles(logistic::tensor, logistic::host, logistic::whole));
  add(
      "pagerank", 300, 12, [](int64_t n) { return Tensors{uniform(66, n, n), count(50)}; },
      styles(pagerank::tensor, pagerank::host, pagerank::whole));
  add(
      "bootstrap", 1000, 30, [](int64_t n) { return Tensors{uniform(67, n), count(100)}; },
      styles(bootstrap::tensor, bootstrap::host, bootstrap::whole));
  add(
      "ewma", 50000, 60, [](int64_t n) { return Tensors{uniform(68, n), ag::tensor(0.125, ag::float64)}; },
      styles(ewma::tensor, ewma::host));
  add(
      "kalman", 10000, 30,
      [](int64_t n) { return Tensors{centred(69, n), ag::tensor({{1.0, 0.1}, {0.0, 1.0}}, ag::float64)}; },
      styles(kalman::tensor, kalman::host));
  add(
      "autocorrelation", 10000, 80, [](int64_t n) { return Tensors{uniform(70, n), count(40)}; },
      styles(autocorrelation::tensor, autocorrelation::host));
  add(
      "nearest_neighbours", 100, 12,
      [](int64_t n) {
        return Tensors{uniform(71, 5 * n, 3, ag::float32), uniform(72, 5 * n, ag::float32),
                       uniform(73, n, 3, ag::float32)};
      },
      styles(nearest_neighbours::tensor, nearest_neighbours::host, nearest_neighbours::whole));
}

}  // namespace bench::arrays
