// Peaks, edges, events and codes that are found in signals and images.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace peak_detection {
struct Peak {
  int index = 0;
  double height = 0, prominence = 0;
};

AG_FUNCTION std::vector<Peak> find_peaks(const Tensor& x, double least_height, int least_distance) {
  std::vector<Peak> peaks;
  const int n = int(x.shape(0));
  for (int i = 1; i + 1 < n; ++i) {
    const double here = x[i].item<double>();
    if (here < least_height || x[i - 1].item<double>() >= here || x[i + 1].item<double>() > here) continue;
    double base = here;
    for (int j = i; j >= 0 && x[j].item<double>() <= here; --j) base = std::min(base, x[j].item<double>());
    if (!peaks.empty() && i - peaks.back().index < least_distance) {
      if (peaks.back().height < here) peaks.back() = {i, here, here - base};
      continue;
    }
    peaks.push_back({i, here, here - base});
  }
  return peaks;
}

void run() {
  const Tensor x = ag::tensor({0.0, 1.0, 0.5, 3.0, 2.0, 2.5, 0.0, 4.0, 1.0}, ag::float64);
  for (auto [height, distance] : {std::pair{0.0, 1}, {2.0, 3}, {9.0, 1}}) {
    for (const auto& [index, top, prominence] : find_peaks(x, height, distance))
      std::printf("%d %g %g; ", index, top, prominence);
    std::printf("\n");
  }
}
}  // namespace peak_detection

namespace otsu_threshold {
AG_FUNCTION std::pair<int, double> otsu(const Tensor& image) {
  std::array<int, 16> histogram{};
  for (Tensor row : image)
    for (Tensor pixel : row) ++histogram[pixel.item<int>()];
  const int total = std::accumulate(histogram.begin(), histogram.end(), 0);
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += i * histogram[i];
  double best = -1, below_sum = 0;
  int below = 0, threshold = 0;
  for (int t = 0; t < 16; ++t) {
    below += histogram[t];
    if (below == 0) continue;
    const int above = total - below;
    if (above == 0) break;
    below_sum += t * histogram[t];
    const double gap = below_sum / below - (sum - below_sum) / above;
    const double variance = double(below) * above * gap * gap;
    if (variance > best) {
      best = variance;
      threshold = t;
    }
  }
  return {threshold, best};
}

void run() {
  const Tensor two_levels = ag::tensor({{1, 2, 1, 12}, {2, 1, 13, 12}, {1, 12, 14, 13}});
  for (const Tensor& image : {two_levels, ag::full({2, 2}, 5), two_levels / 4}) {
    const auto [threshold, variance] = otsu(image);
    std::printf("%d %.7g\n", threshold, variance);
  }
}
}  // namespace otsu_threshold

namespace run_lengths {
using Run = std::pair<int, int>;

AG_FUNCTION std::vector<Run> encode(Tensor values) {
  std::vector<Run> runs;
  for (Tensor v : values) {
    const int value = v.item<int>();
    if (!runs.empty() && runs.back().first == value)
      ++runs.back().second;
    else
      runs.emplace_back(value, 1);
  }
  return runs;
}

AG_FUNCTION int longest(Tensor values) {
  int best = 0, length = 0;
  for (int i = 0; i < values.size(); ++i) {
    length = i > 0 && bool(values[i] == values[i - 1]) ? length + 1 : 1;
    best = std::max(best, length);
  }
  return best;
}

void run() {
  for (const Tensor& values :
       {ag::tensor({1, 1, 1, 0, 0, 7}), ag::tensor({1, 2, 3, 4, 5, 6}), ag::tensor({3, 3, 3, 3, 3, 3})}) {
    for (auto [value, count] : encode(values)) std::cout << value << "x" << count << " ";
    std::cout << longest(values) << "\n";
  }
}
}  // namespace run_lengths

namespace zero_crossing_pitch {
AG_FUNCTION std::optional<Tensor> pitch(const Tensor& samples, Tensor rate, Tensor hysteresis) {
  Tensor first = -1, last = -1, count = 0;
  bool armed = false;
  for (int i = 0; i < samples.size(); ++i) {
    if (samples[i] < -hysteresis) armed = true;
    if (armed && samples[i] >= 0) {
      if (first < 0) first = i;
      last = i;
      count += 1;
      armed = false;
    }
  }
  if (count < 2) return std::nullopt;
  return rate * (count - 1) / (last - first);
}

void run() {
  const Tensor t = ag::astype(ag::arange(64), ag::float32) / 64.0f;
  for (float frequency : {1.0f, 5.0f, 9.0f})
    for (float level : {0.1f, 2.0f}) {
      const auto hertz = pitch(ag::sin(6.2831853f * frequency * t), ag::tensor(64.0f), ag::tensor(level));
      if (hertz.has_value())
        std::printf("%.6g ", double(hertz.value()));
      else
        std::printf("none ");
    }
  std::printf("\n");
}
}  // namespace zero_crossing_pitch

namespace flood_fill_regions {
AG_FUNCTION std::pair<int, int> count_regions(const Tensor& mask) {
  const int rows = mask.shape(0), columns = mask.shape(1);
  std::vector<int> label(rows * columns, 0);
  int regions = 0, largest = 0;
  for (int start = 0; start < rows * columns; ++start) {
    if (label[start] != 0 || !bool(mask(start / columns, start % columns))) continue;
    ++regions;
    int size = 0;
    std::queue<int> open;
    open.push(start);
    label[start] = regions;
    while (!open.empty()) {
      const int cell = open.front();
      open.pop();
      ++size;
      const int i = cell / columns, j = cell % columns;
      const std::array<std::pair<int, int>, 4> around = {{{i - 1, j}, {i + 1, j}, {i, j - 1}, {i, j + 1}}};
      for (auto [a, b] : around) {
        if (a < 0 || b < 0 || a >= rows || b >= columns) continue;
        const int next = a * columns + b;
        if (label[next] != 0) continue;
        if (mask(a, b)) {
          label[next] = regions;
          open.push(next);
        }
      }
    }
    largest = std::max(largest, size);
  }
  return {regions, largest};
}

void run() {
  const Tensor image = ag::tensor({{3, 3, 0, 1}, {0, 3, 0, 1}, {2, 0, 0, 0}, {2, 2, 5, 5}});
  for (int level : {0, 1, 2, 9}) {
    const auto [regions, largest] = count_regions(image > level);
    std::printf("%d %d\n", regions, largest);
  }
}
}  // namespace flood_fill_regions

namespace sobel_edges {
constexpr int kSobel[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

Tensor convolve_at(const Tensor& image, int row, int column, bool transposed) {
  Tensor sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int weight = transposed ? kSobel[j][i] : kSobel[i][j];
      if (weight == 0) continue;
      sum += weight * image(row + i - 1, column + j - 1);
    }
  return sum;
}

enum Direction : int { Flat, Horizontal, Vertical };

AG_FUNCTION Tensor edges(const Tensor& image, Tensor threshold) {
  const int rows = static_cast<int>(image.shape(0)), columns = static_cast<int>(image.shape(1));
  Tensor kinds = ag::full({rows, columns}, static_cast<int>(Flat), ag::int32);
  for (int i = 1; i < rows - 1; i++) {
    for (int j = 1; j < columns - 1; j++) {
      const Tensor gx = convolve_at(image, i, j, false), gy = convolve_at(image, i, j, true);
      if (ag::hypot(gx, gy) < threshold) continue;
      kinds(i, j) = ag::abs(gx) > ag::abs(gy) ? int(Vertical) : int(Horizontal);
    }
  }
  return kinds;
}

void run() {
  const Tensor image =
      ag::tensor({{0.0, 0.0, 9.0, 9.0}, {0.0, 0.0, 9.0, 9.0}, {0.0, 0.0, 0.0, 0.0}, {1.0, 1.0, 1.0, 1.0}});
  for (double threshold : {0.0, 20.0, 30.0}) std::cout << edges(image, ag::tensor(threshold)) << "\n";
}
}  // namespace sobel_edges

namespace dynamic_time_warping {
AG_FUNCTION Tensor distance(const Tensor& a, const Tensor& b, int window) {
  const int n = int(a.shape(0)), m = int(b.shape(0));
  const int w = std::max(window, std::abs(n - m));
  std::vector<std::vector<Tensor>> cost(n + 1, std::vector<Tensor>(m + 1, Tensor(INFINITY)));
  cost[0][0] = 0.0;
  for (int i = 1; i <= n; ++i)
    for (int j = std::max(1, i - w); j <= std::min(m, i + w); ++j) {
      const Tensor best =
          std::min({cost[i - 1][j].item<float>(), cost[i][j - 1].item<float>(), cost[i - 1][j - 1].item<float>()});
      cost[i][j] = ag::abs(a[i - 1] - b[j - 1]) + best;
    }
  return cost[n][m];
}

void run() {
  const Tensor a = ag::tensor({0.0, 1.0, 2.0, 1.0, 0.0}), b = ag::tensor({0.0, 0.0, 1.0, 2.5, 1.0, 0.0});
  std::printf("%.7g %.7g %.7g\n", double(distance(a, b, 10)), double(distance(a, b, 1)), double(distance(a, a, 0)));
}
}  // namespace dynamic_time_warping

namespace morse_decoder {
AG_FUNCTION std::string decode(const Tensor& envelope, Tensor threshold) {
  static const std::map<std::string, char> kLetters = {{".-", 'A'}, {"...", 'S'}, {"---", 'O'}, {".", 'E'}, {"-", 'T'}};
  std::string text, letter;
  int on = 0, off = 0;
  for (int i = 0; i <= envelope.size(); ++i) {
    const bool high = i < envelope.size() && bool(envelope[i] > threshold);
    if (high) {
      ++on;
      off = 0;
      continue;
    }
    if (on > 0) letter += on >= 3 ? '-' : '.';
    on = 0;
    if (++off == 3 || i == envelope.size()) {
      if (const auto found = kLetters.find(letter); found != kLetters.end()) text += found->second;
      letter.clear();
    }
  }
  return text;
}

void run() {
  const Tensor sos = ag::tensor({1, 0, 1, 0, 1, 0, 0, 0, 3, 3, 3, 0, 3, 3, 3, 0, 3, 3, 3, 0, 0, 0, 1, 0, 1, 0, 1});
  for (int threshold : {0, 2, 5}) std::cout << "'" << decode(sos, ag::tensor(threshold)) << "'\n";
}
}  // namespace morse_decoder

namespace hamming_decoder {
struct Decoded {
  int data, corrected;
};

AG_FUNCTION Decoded decode(Tensor word) {
  const int bits = int(word);
  int syndrome = 0;
  for (int position = 1; position <= 7; ++position)
    if ((bits >> (position - 1)) & 1) syndrome ^= position;
  const int fixed = syndrome != 0 ? bits ^ (1 << (syndrome - 1)) : bits;
  int data = 0, k = 0;
  for (int position : {3, 5, 6, 7}) data |= ((fixed >> (position - 1)) & 1) << k++;
  return {data, syndrome};
}

AG_FUNCTION uint8_t checksum(Tensor bytes) {
  uint8_t crc = 0;
  for (Tensor byte : bytes) {
    crc ^= byte.item<uint8_t>();
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 0x80 ? static_cast<uint8_t>((crc << 1) ^ 0x07) : static_cast<uint8_t>(crc << 1);
  }
  return crc;
}

void run() {
  for (int word : {0, 7, 85, 86, 127, 63}) {
    const auto [data, corrected] = decode(ag::tensor(word));
    std::cout << std::bitset<4>(data) << "/" << corrected << " ";
  }
  std::printf("%d %d\n", checksum(ag::tensor({1, 2, 3})), checksum(ag::tensor({200, 100})));
}
}  // namespace hamming_decoder

namespace event_segments {
struct Segment {
  Tensor start, length, energy;
};

class Detector {
 public:
  Detector(Tensor on, Tensor off) : on_(on), off_(off) {}

  std::vector<Segment> scan(const Tensor& x) const {
    std::vector<Segment> found;
    bool active = false;
    Segment current;
    for (int i = 0; i < x.shape(0); ++i) {
      const Tensor level = ag::abs(x[i]);
      if (!active) {
        if (level < on_) continue;
        active = true;
        current = {i, 0, 0.0};
      }
      if (level < off_) {
        active = false;
        found.push_back(current);
      } else {
        current.length += 1;
        current.energy += level * level;
      }
    }
    if (active) found.push_back(current);
    return found;
  }

 private:
  Tensor on_, off_;
};

AG_FUNCTION Tensor loudest(const Tensor& x, Tensor on, Tensor off) {
  const auto segments = Detector(on, off).scan(x);
  Tensor best = 0.0f, where = -1;
  for (const auto& segment : segments)
    if (segment.energy / segment.length > best) {
      best = segment.energy / segment.length;
      where = segment.start;
    }
  return ag::stack({best, where * 1.0f, Tensor(int(segments.size())) * 1.0f});
}

void run() {
  const Tensor x = ag::tensor({0.1, 1.2, 0.8, 0.1, 0.2, -2.0, -1.5, 0.6, 0.0, 1.1});
  for (auto [on, off] : {std::pair{1.0, 0.5}, {1.4, 1.0}, {5.0, 1.0}})
    std::cout << loudest(x, ag::tensor(on), ag::tensor(off)) << "\n";
}
}  // namespace event_segments

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"peak_detection", peak_detection::run},
                                {"otsu_threshold", otsu_threshold::run},
                                {"run_lengths", run_lengths::run},
                                {"zero_crossing_pitch", zero_crossing_pitch::run},
                                {"flood_fill_regions", flood_fill_regions::run},
                                {"sobel_edges", sobel_edges::run},
                                {"dynamic_time_warping", dynamic_time_warping::run},
                                {"morse_decoder", morse_decoder::run},
                                {"hamming_decoder", hamming_decoder::run},
                                {"event_segments", event_segments::run}});
}
