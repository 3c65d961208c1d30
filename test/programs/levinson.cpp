// The recursion of Levinson and Durbin: linear prediction from autocorrelations.
#include <ag/ag.h>

#include <iostream>
#include <utility>

using ag::Tensor;

namespace {

AG_CONVERT Tensor autocorrelation(Tensor signal, int order) {
  const int64_t n = signal.shape(0);
  Tensor r = ag::zeros({order + 1}, ag::float64);
  for (int lag = 0; lag <= order; ++lag) r[lag] = ag::sum(signal[ag::slice(lag, n)] * signal[ag::slice(0, n - lag)]);
  return r;
}

/// The coefficients and the error of the prediction. A signal that is predicted exactly ends the recursion.
AG_FUNCTION std::pair<Tensor, Tensor> predict(Tensor signal, int order) {
  const Tensor r = autocorrelation(signal, order);
  Tensor a = ag::zeros({order + 1}, ag::float64);
  a[0] = 1;
  Tensor error = r[0];
  for (int i = 1; i <= order; ++i) {
    if (error < 1e-9) break;
    Tensor sum = r[i];
    for (int j = 1; j < i; ++j) sum += a[j] * r[i - j];
    const Tensor k = -sum / error;
    Tensor next = a;
    for (int j = 1; j < i; ++j) next[j] = a[j] + k * a[i - j];
    next[i] = k;
    a = next;
    error *= 1 - k * k;
  }
  return {a, error};
}

}  // namespace

void run() {
  const Tensor t = ag::arange(40) * ag::tensor(0.3, ag::float64);
  for (int order : {1, 2, 4}) {
    for (const Tensor& signal : {ag::sin(t), ag::sin(t) + 0.2 * ag::cos(3 * t), ag::zeros({8}, ag::float64)}) {
      const auto [coefficients, error] = predict(signal, order);
      std::cout << coefficients << " error " << error << "\n";
    }
  }
}
