#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

// The host knows the length, and the elements are symbolic: a vector, with all that it has.
AG_FUNCTION ag::Staged<double> middle_staged(Tensor x, ag::Staged<int> first) {
  ag::staged_t<std::vector<double>> values, ends;
  ag::staged_t<std::vector<int>> known;
  for (int i = 0; i < 3; ++i) values.push_back(ag::item<double>(x[i]));
  ag::cxx::sort(values.begin(), values.end());
  ends.assign(2, values[1]);
  ends.insert(ends.begin(), ag::item<double>(ag::sum(x)));
  known.push_back(first);
  known.erase(known.begin());
  return values[1] + ends[0] + double(known.size());
} double middle(Tensor x, int first) { return ag::traced<&middle>(AG_STATE(x, first), [](Tensor x, int first) { return middle_staged(x, first); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&middle, "AG_FUNCTION ag::Staged<double> middle_staged(Tensor x, ag::Staged<int> first) {\n  ag::staged_t<std::vector<double>> values, ends;\n  ag::staged_t<std::vector<int>> known;\n  for (int i = 0; i < 3; ++i) values.push_back(ag::item<double>(x[i]));\n  ag::cxx::sort(values.begin(), values.end());\n  ends.assign(2, values[1]);\n  ends.insert(ends.begin(), ag::item<double>(ag::sum(x)));\n  known.push_back(first);\n  known.erase(known.begin());\n  return values[1] + ends[0] + double(known.size());\n}");
