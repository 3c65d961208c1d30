#include <ag/ag.h>

#include <map>
#include <string>
using ag::Tensor;

double total(const std::map<int, double>& map) {
  double sum = 0;
  for (const auto& one : map) sum += one.second;
  return sum;
}

AG_FUNCTION Tensor given(Tensor x) {
  std::map<int, double> map{{0, 1}};
  if (x > 0) map[0] += 2;
  return x + total(map);
}
AG_FUNCTION Tensor found(Tensor x) {
  std::map<std::string, int> map{{"a", 1}};
  if (x > 0) ++map["a"];
  auto it = map.begin();
  ++it;
  return x + it->second;
}
AG_FUNCTION Tensor in_lambda(Tensor x) {
  std::map<std::string, int> map{{"a", 1}};
  auto add = [&] { ++map["a"]; };
  if (x > 0) add();
  return x + map["a"];
}
