#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) { return x > 0 ? x : -x; }