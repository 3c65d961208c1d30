// Filters, transforms and resampling.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace biquad_cascade {
struct Biquad {
  float b0, b1, b2, a1, a2;
  Tensor z1 = 0.0f, z2 = 0.0f;

  Tensor process(const Tensor& x) {
    const Tensor y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    return y;
  }
};

AG_FUNCTION std::pair<Tensor, int> filter(const Tensor& signal, Tensor limit) {
  std::array<Biquad, 2> stages = {Biquad{0.2f, 0.4f, 0.2f, -0.3f, 0.1f},
                                  Biquad{.b0 = 0.9f, .b1 = 0, .b2 = 0.1f, .a1 = 0.2f, .a2 = 0}};
  Tensor out = ag::zeros_like(signal);
  int clipped = 0;
  for (int n = 0; n < signal.size(); ++n) {
    Tensor value = signal[n];
    for (auto& stage : stages) value = stage.process(value);
    if (ag::abs(value) > limit) {
      value = ag::sign(value) * limit;
      ++clipped;
    }
    out[n] = value;
  }
  return {out, clipped};
}

void run() {
  const Tensor impulse = ag::tensor({1.0, 0.0, 0.0, 0.0, 0.0}), steps = ag::tensor({1.0, 1.0, -2.0, -2.0, 3.0});
  for (const Tensor& signal : {impulse, steps})
    for (float limit : {10.0f, 0.3f}) {
      const auto [out, clipped] = filter(signal, ag::tensor(limit));
      std::cout << out << " " << clipped << "\n";
    }
}
}  // namespace biquad_cascade

namespace median_filter {
AG_FUNCTION Tensor despike(Tensor signal, int radius, Tensor threshold) {
  const int n = static_cast<int>(signal.shape(0));
  Tensor result = signal;
  for (int i = 0; i < n; ++i) {
    const int from = std::max(0, i - radius), to = std::min(n, i + radius + 1);
    const Tensor window = ag::sort(signal[ag::slice(from, to)]);
    const Tensor median = window[(to - from) / 2];
    if (ag::abs(signal[i] - median) > threshold) result[i] = median;
  }
  return result;
}

void run() {
  const Tensor signal = ag::tensor({1.0, 1.2, 9.0, 1.1, 0.9, -7.0, 1.3, 1.0});
  for (double threshold : {0.05, 3.0, 100.0}) std::cout << despike(signal, 1, ag::tensor(threshold)) << "\n";
}
}  // namespace median_filter

namespace exponential_smoothing {
class Smoother {
 public:
  explicit Smoother(Tensor rate) : rate_(std::move(rate)) {}
  Tensor operator()(const Tensor& sample) {
    if (!started_) {
      level_ = sample;
      started_ = true;
    } else {
      level_ += rate_ * (sample - level_);
    }
    return level_;
  }

 private:
  Tensor rate_, level_;
  bool started_ = false;
};

AG_FUNCTION std::vector<Tensor> smooth(Tensor samples, Tensor rate) {
  Smoother smoother(rate);
  std::vector<Tensor> levels;
  for (Tensor sample : samples) {
    if (ag::isnan(sample)) continue;
    levels.push_back(smoother(sample));
  }
  return levels;
}

void run() {
  const Tensor samples = ag::tensor({1.0, NAN, 2.0, 4.0, NAN, 0.0});
  for (float rate : {0.5f, 1.0f}) {
    for (const Tensor& level : smooth(samples, ag::tensor(rate))) std::printf("%.7g ", double(level));
    std::printf("\n");
  }
}
}  // namespace exponential_smoothing

namespace fast_fourier_transform {
using Complex = std::complex<double>;

void transform(std::vector<Complex>& a, bool inverse) {
  const size_t n = a.size();
  for (size_t i = 1, j = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(a[i], a[j]);
  }
  for (size_t length = 2; length <= n; length <<= 1) {
    const Complex step = std::polar(1.0, (inverse ? 2 : -2) * M_PI / length);
    for (size_t i = 0; i < n; i += length) {
      Complex w = 1;
      for (size_t k = 0; k < length / 2; ++k) {
        const Complex u = a[i + k], v = a[i + k + length / 2] * w;
        a[i + k] = u + v;
        a[i + k + length / 2] = u - v;
        w *= step;
      }
    }
  }
}

AG_FUNCTION std::pair<int, double> strongest_frequency(Tensor samples) {
  std::vector<Complex> a;
  for (double v : samples.to_vector<double>()) a.emplace_back(v, 0);
  transform(a, false);
  int best = 0;
  for (size_t k = 1; k < a.size() / 2; ++k)
    if (std::abs(a[k]) > std::abs(a[best])) best = static_cast<int>(k);
  return {best, std::abs(a[best])};
}

void run() {
  const Tensor t = ag::arange(16) * (2 * M_PI / 16);
  const Tensor t64 = ag::astype(t, ag::float64);
  for (const Tensor& x : {ag::sin(3 * t64), ag::cos(5 * t64) + 0.5 * ag::sin(t64), ag::ones({8}, ag::float64)}) {
    const auto [k, amplitude] = strongest_frequency(x);
    std::printf("%d %.5f\n", k, amplitude);
  }
}
}  // namespace fast_fourier_transform

namespace adaptive_noise_cancelling {
AG_FUNCTION std::pair<Tensor, Tensor> lms(const Tensor& input, const Tensor& wanted, Tensor rate) {
  constexpr int kTaps = 3;
  Tensor weights = ag::zeros({kTaps}, ag::float64);
  Tensor last_error = 0.0;
  for (int n = kTaps; n <= input.shape(0); ++n) {
    const Tensor window = ag::flip(input[ag::slice(n - kTaps, n)]);
    const Tensor error = wanted[n - 1] - ag::sum(weights * window);
    const Tensor power = ag::sum(window * window);
    if (power < 1e-9) continue;
    weights += rate * error / power * window;
    last_error = error;
    if (ag::any(ag::abs(weights) > 100)) break;
  }
  return {weights, last_error};
}

void run() {
  const Tensor x =
      ag::sin(ag::astype(ag::arange(40), ag::float64) * 0.7) + ag::cos(ag::astype(ag::arange(40), ag::float64) * 1.9);
  const Tensor d = 0.5 * x + 0.25 * ag::roll(x, 1, 0);
  for (double rate : {0.5, 1.0, 3.0}) {
    const auto [w, e] = lms(x, d, ag::tensor(rate, ag::float64));
    std::printf("%.5g %.5g %.5g | %.4g\n", double(w[0]), double(w[1]), double(w[2]), double(e));
  }
}
}  // namespace adaptive_noise_cancelling

namespace linear_resampling {
AG_FUNCTION Tensor resample(const Tensor& signal, double ratio) {
  const auto n = signal.shape(0);
  std::vector<Tensor> out;
  for (double position = 0; position <= n - 1; position += ratio) {
    const auto left = static_cast<int64_t>(position);
    const double fraction = position - left;
    if (left + 1 < n)
      out.push_back(signal[left] * (1 - fraction) + signal[left + 1] * fraction);
    else
      out.push_back(signal[left] * 1.0);
  }
  return ag::stack(out);
}

void run() {
  const Tensor signal = ag::tensor({0.0, 1.0, 4.0, 9.0});
  for (double ratio : {0.5, 0.75, 2.0}) std::cout << resample(signal, ratio) << "\n";
}
}  // namespace linear_resampling

namespace dynamic_range_compressor {
struct Settings {
  Tensor threshold, ratio;
  float attack = 0.5f, release = 0.1f;
};

AG_FUNCTION Tensor compress(Tensor samples, const Settings& s) {
  Tensor envelope = 0.0f;
  for (int i = 0; i < samples.shape(0); ++i) {
    const Tensor level = ag::abs(samples[i]);
    envelope += (level > envelope ? s.attack : s.release) * (level - envelope);
    if (envelope <= s.threshold) continue;
    const Tensor wanted = s.threshold + (envelope - s.threshold) / s.ratio;
    samples[i] *= wanted / envelope;
  }
  return samples;
}

void run() {
  const Tensor samples = ag::tensor({0.1, 0.9, -1.0, 0.8, 0.2, -0.1, 0.05});
  std::cout << compress(samples, {ag::tensor(0.4f), ag::tensor(4.0f)}) << "\n"
            << compress(samples, {ag::tensor(0.1f), ag::tensor(2.0f), 1.0f, 1.0f}) << "\n"
            << compress(samples, {.threshold = ag::tensor(2.0f), .ratio = ag::tensor(2.0f)}) << "\n";
}
}  // namespace dynamic_range_compressor

namespace delay_line_echo {
AG_FUNCTION Tensor echo(Tensor signal, int delay, Tensor feedback) {
  std::deque<Tensor> line(delay, Tensor(0.0f));
  Tensor result = ag::zeros_like(signal);
  int i = 0;
  for (Tensor sample : signal) {
    const Tensor delayed = line.front();
    line.pop_front();
    Tensor out = sample + feedback * delayed;
    if (ag::abs(out) < 0.05) out = 0.0f;
    line.push_back(out);
    result[i++] = out;
  }
  return result;
}

void run() {
  const Tensor click = ag::tensor({1.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0});
  std::cout << echo(click, 2, ag::tensor(0.5f)) << "\n" << echo(click, 3, ag::tensor(-0.2f)) << "\n";
}
}  // namespace delay_line_echo

namespace wavelet_denoising {
Tensor soft_threshold(const Tensor& x, const Tensor& t) { return ag::sign(x) * ag::maximum(ag::abs(x) - t, 0.0); }

std::pair<Tensor, Tensor> analyse(const Tensor& x) {
  const Tensor pairs = ag::reshape(x, {-1, 2});
  return {(pairs(ag::all, 0) + pairs(ag::all, 1)) / 2, (pairs(ag::all, 0) - pairs(ag::all, 1)) / 2};
}

Tensor denoise(const Tensor& x, const Tensor& t, int level) {
  if (level == 0 || x.shape(0) % 2 != 0) return x;
  auto [coarse, detail] = analyse(x);
  if (ag::max(ag::abs(detail)) > 10 * t) return x;
  coarse = denoise(coarse, t, level - 1);
  detail = soft_threshold(detail, t);
  return ag::reshape(ag::stack({coarse + detail, coarse - detail}, 1), {x.shape(0)});
}

AG_FUNCTION Tensor clean(const Tensor& x, Tensor threshold, int levels) { return denoise(x, threshold, levels); }

void run() {
  const Tensor x = ag::tensor({1.0, 1.1, 2.0, 2.2, 5.0, 4.9, 5.0, 5.2});
  for (float t : {0.01f, 0.06f, 1.0f}) std::cout << clean(x, ag::tensor(t), 2) << "\n";
  std::cout << clean(ag::tensor({1.0, 2.0, 4.0}), ag::tensor(1.0f), 3) << "\n";
}
}  // namespace wavelet_denoising

namespace sampled_pipeline {
using Stage = std::function<Tensor(Tensor)>;

Stage gain(double g) {
  return [g](Tensor x) { return x * g; };
}
Stage gate(double floor) {
  return [floor](Tensor x) {
    if (ag::abs(x) < floor) return 0 * x;
    return x;
  };
}
Stage rectifier() {
  return [](Tensor x) { return x < 0 ? -x : x; };
}

AG_FUNCTION Tensor process(Tensor samples, int preset) {
  std::vector<Stage> chain = {gain(2.0), gate(0.3)};
  if (preset == 1) chain.push_back(rectifier());
  if (preset == 2) chain.insert(chain.begin(), rectifier());
  Tensor sum = 0.0;
  for (Tensor sample : samples) {
    for (const Stage& stage : chain) sample = stage(sample);
    sum += sample;
  }
  return sum;
}

void run() {
  const Tensor samples = ag::tensor({0.1, -0.4, 0.2, -0.05, 0.3});
  for (int preset : {0, 1, 2}) std::printf("%.7g ", double(process(samples, preset)));
  std::printf("\n");
}
}  // namespace sampled_pipeline

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"biquad_cascade", biquad_cascade::run},
                                {"median_filter", median_filter::run},
                                {"exponential_smoothing", exponential_smoothing::run},
                                {"fast_fourier_transform", fast_fourier_transform::run},
                                {"adaptive_noise_cancelling", adaptive_noise_cancelling::run},
                                {"linear_resampling", linear_resampling::run},
                                {"dynamic_range_compressor", dynamic_range_compressor::run},
                                {"delay_line_echo", delay_line_echo::run},
                                {"wavelet_denoising", wavelet_denoising::run},
                                {"sampled_pipeline", sampled_pipeline::run}});
}
