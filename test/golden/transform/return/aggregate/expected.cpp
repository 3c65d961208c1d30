#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Pair {
  Tensor a, b;
};
AG_CONVERT Pair f(Tensor a, Tensor b) {
  return ag::if_else<Pair>(a > b, [&]() -> Pair { return {a, b}; }, [&]() -> Pair {
  b = b + 1;
  return {b, b};
}); }
