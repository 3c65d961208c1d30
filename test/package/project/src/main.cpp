// Prints how the sources were built and a result, which is the same either way.
#include <ag/ag.h>

#include "steps.h"

int main() { std::printf("%s converted=%d steps=%d\n", GREETING, converted(), steps(ag::Tensor(kStart)).item<int>()); }
