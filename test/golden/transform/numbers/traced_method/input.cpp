#include <ag/ag.h>

#include <array>
using ag::Tensor;

// What a tensor chooses is symbolic, and with it every number that the traced method takes.
struct Chooser {
  int calls = 0;

  AG_FUNCTION Tensor chosen(Tensor x, int by, std::array<int, 2> of) {
    ++calls;
    return x * of[int(x) % 2] + by;
  }
};
