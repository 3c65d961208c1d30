#include <ag/ag.h>

#include <functional>
#include <string>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  std::function<Tensor()> next = [count = Tensor(0)]() mutable {
    count += 1;
    return count;
  };
  auto spell = [text = std::string()]() mutable {
    text += "a";
    return text.size();
  };
  if (x > 0) {
    x += next();
    spell();
  }
  return x + next() + spell();
}
