#include <ag/ag.h>
#include <cstdint>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  uint64_t state = 1;
  uint8_t byte = 250;
  int wide = 0, unused = 1;
  long long total{};
  while (n > 0) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte += 3;
    wide = byte + byte;
    byte <<= 1;
    total -= wide--;
    n -= 1;
  }
  return Tensor(state >> 33) + wide + unused + ~total;
}
