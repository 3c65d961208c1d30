#ifndef FIT_H
#define FIT_H
#include <ag/ag.h>

struct Fit {
  int rounds = 0;
  ag::Tensor x;
};

Fit fitted(ag::Tensor x, int limit = 10);

inline Fit fitted(ag::Tensor x, int limit) {
  Fit fit{.x = x};
  while (ag::max(fit.x) > 1 && fit.rounds < limit) {
    fit.x = fit.x / 2;
    ++fit.rounds;
  }
  return fit;
}
#endif
