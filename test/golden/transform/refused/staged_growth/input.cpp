#include <ag/ag.h>
#include <vector>
using ag::Tensor;

struct Log {
  std::vector<Tensor> rows;
  Tensor last;
};

AG_CONVERT Tensor part(Tensor x, Log log) {
  std::vector<std::vector<Tensor>> groups(2);
  if (x > 1) log.rows.push_back(x);
  for (Tensor row : x) groups[0].push_back(row);
  return ag::stack(log.rows) + groups[0][0];
}

struct Collector {
  std::vector<Tensor> rows;
  AG_CONVERT void collect(Tensor x) {
    for (Tensor row : x) rows.push_back(row);
  }
};
