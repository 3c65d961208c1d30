#include <ag/ag.h>
#include <deque>
#include <memory>
#include <utility>
#include <vector>
using ag::Tensor;

int calls = 0;
thread_local int mine = 0;
volatile int port = 0;
std::deque<int> list{1};
int* pointer = &calls;
void change(int& n);
const std::vector<std::unique_ptr<int>> behind;
const std::shared_ptr<const int> known;
AG_CONVERT Tensor f(Tensor x) {
  static int count = 0;
  int& same = calls;
  change(calls);
  int* at = &count;
  int n = 0;
  std::swap(n, calls);
  (calls += 1) *= 2;
  return x + same + mine + port + list[0] + pointer[0] + *at + *behind[0] + *known;
}
