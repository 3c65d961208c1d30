#include "fit.h"

AG_FUNCTION ag::Tensor f(ag::Tensor x) {
  const Fit fit = fitted(x);
  return fit.x + fit.rounds;
}
