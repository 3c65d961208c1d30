#include <ag/ag.h>
using ag::Tensor;

#define HALVE_WHILE(condition, x) while (condition) { x = x / 2; }
#define CLAMP_TO(x, limit) do { if ((x) > (limit)) x = limit; } while (0)
AG_CONVERT Tensor f(Tensor x) {
  HALVE_WHILE(x > 100, x)
  CLAMP_TO(x, 50);
  return x;
}
