#include "counter.h"

AG_FUNCTION ag::Tensor f(ag::Tensor x) { return counted(x); }
