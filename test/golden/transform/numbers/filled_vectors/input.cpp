#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

// The host knows the length, and the elements are symbolic: a vector, with all that it has.
AG_FUNCTION double middle(Tensor x, int first) {
  std::vector<double> values, ends;
  std::vector<int> known;
  for (int i = 0; i < 3; ++i) values.push_back(double(x[i]));
  std::sort(values.begin(), values.end());
  ends.assign(2, values[1]);
  ends.insert(ends.begin(), double(ag::sum(x)));
  known.push_back(first);
  known.erase(known.begin());
  return values[1] + ends[0] + double(known.size());
}
