#include <ag/ag.h>
#include <algorithm>
#include <vector>
using ag::Tensor;

struct Peak {
  int index = 0;
  double height = 0;
};

struct History {
  std::vector<double> losses;
  int skipped = 0;
};

AG_FUNCTION std::vector<Peak> peaks(Tensor x, double level) {
  std::vector<Peak> found;
  for (int i = 0; i < x.size(); ++i) {
    if (x[i].item<double>() > level) found.push_back({i, x[i].item<double>()});
  }
  std::sort(found.begin(), found.end(), [](const Peak& a, const Peak& b) { return a.height > b.height; });
  for (auto& peak : found) peak.height += 0.5;
  return found;
}

AG_FUNCTION History recorded(Tensor x) {
  History history;
  for (Tensor e : x) {
    if (e > 0)
      history.losses.push_back(e.item<double>());
    else
      ++history.skipped;
  }
  return history;
}
