#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <algorithm>
#include <vector>
using ag::Tensor;

struct Peak {
  int index = 0;
  double height = 0;
}; struct Peak_staged { ag::Staged<int> index = 0; ag::Staged<double> height = 0; }; [[maybe_unused]] inline Peak_staged ag_staged_class(const Peak*) { return {}; }

struct History {
  std::vector<double> losses;
  int skipped = 0;
}; struct History_staged { ag::listed_t<std::vector<double>> losses; ag::Staged<int> skipped = 0; }; [[maybe_unused]] inline History_staged ag_staged_class(const History*) { return {}; }

AG_FUNCTION ag::List<ag::staged_t<Peak>> peaks_staged(Tensor x, ag::Staged<double> level) {
  ag::List<ag::staged_t<Peak>> found;
  { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < ag::element_count(x); }, [&] { ++i; }, AG_STATE(found, i), [&] {
    ag::if_stmt(ag::item<double>(x[i]) > level, AG_STATE(found), [&] { found.push_back({i, ag::item<double>(x[i])}); });
  }); }
  ag::cxx::sort(found.begin(), found.end(), [](const ag::staged_t<Peak>& a, const ag::staged_t<Peak>& b) { return a.height > b.height; });
  ag::for_stmt(found, AG_STATE(found), [&](auto& peak) { peak.height += 0.5; });
  return found;
} std::vector<Peak> peaks(Tensor x, double level) { return ag::traced<&peaks>(AG_STATE(x, level), [](Tensor x, double level) { return peaks_staged(x, level); }); }

AG_FUNCTION ag::staged_t<History> recorded_staged(Tensor x) {
  ag::staged_t<History> history;
  ag::for_stmt(x, AG_STATE(history), [&](Tensor e) {
    ag::if_stmt(e > 0, AG_STATE(history), [&] {
      history.losses.push_back(ag::item<double>(e)); },
    [&] {
      ++history.skipped; });
  });
  return history;
} History recorded(Tensor x) { return ag::traced<&recorded>(AG_STATE(x), [](Tensor x) { return recorded_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&peaks, "AG_FUNCTION ag::List<ag::staged_t<Peak>> peaks_staged(Tensor x, ag::Staged<double> level) {\n  ag::List<ag::staged_t<Peak>> found;\n  {\n    ag::Staged<int> i = 0;\n    ag::for_stmt(\n        [&] { return i < ag::element_count(x); }, [&] { ++i; }, AG_STATE(found, i), [&] {\n      ag::if_stmt(ag::item<double>(x[i]) > level, AG_STATE(found),\n          [&] { found.push_back({i, ag::item<double>(x[i])}); });\n    });\n  }\n  ag::cxx::sort(found.begin(), found.end(),\n      [](const ag::staged_t<Peak>& a, const ag::staged_t<Peak>& b) { return a.height > b.height; });\n  ag::for_stmt(found, AG_STATE(found), [&](auto& peak) { peak.height += 0.5; });\n  return found;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&recorded, "AG_FUNCTION ag::staged_t<History> recorded_staged(Tensor x) {\n  ag::staged_t<History> history;\n  ag::for_stmt(x, AG_STATE(history), [&](Tensor e) {\n    ag::if_stmt(e > 0, AG_STATE(history), [&] {\n      history.losses.push_back(ag::item<double>(e));\n    },\n        [&] {\n      ++history.skipped;\n    });\n  });\n  return history;\n}");
