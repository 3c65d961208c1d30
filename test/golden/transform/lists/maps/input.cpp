#include <ag/ag.h>
#include <map>
using ag::Tensor;

AG_FUNCTION int most_frequent(Tensor samples) {
  std::map<int, int> counts;
  for (int i = 0; i < samples.shape(0); ++i) ++counts[samples[i].item<int>()];
  int best = 0, most = 0;
  for (auto [value, count] : counts)
    if (count > most) {
      most = count;
      best = value;
    }
  return 100 * best + most + 1000 * static_cast<int>(counts.size());
}

// Stays a map, with keys that are known.
AG_FUNCTION double weighted(Tensor x) {
  std::map<int, double> parts;
  parts[1] = x[0].item<double>();
  parts[3] += 2;
  const double weights[] = {1, 2, 3, 4};
  double sum = 0;
  for (auto& [key, part] : parts) sum += weights[key] * part;
  return sum;
}

AG_FUNCTION int pair_with_sum(Tensor samples, int target) {
  std::map<int, int> places;
  for (int i = 0; i < samples.shape(0); ++i) {
    const int x = samples[i].item<int>();
    if (places.contains(target - x)) return 10 * places[target - x] + i;
    places[x] = i;
  }
  return -1;
}
