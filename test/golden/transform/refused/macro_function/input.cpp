#include <ag/ag.h>
using ag::Tensor;

#define DEFINE(name) AG_CONVERT Tensor name(Tensor x) { return x; }
DEFINE(from_macro)
