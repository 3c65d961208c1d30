#include <ag/staging/generated.h>
#line 1 "fit.h"
#ifndef FIT_H
#define FIT_H
#include <ag/ag.h>

struct Fit {
  int rounds = 0;
  ag::Tensor x;
}; struct Fit_staged { ag::Staged<int> rounds = 0; ag::Tensor x; }; [[maybe_unused]] inline Fit_staged ag_staged_class(const Fit*) { return {}; }

[[gnu::abi_tag("ag_b0949244")]] Fit fitted(ag::Tensor x, int limit = 10); [[gnu::abi_tag("ag_b0949244")]] ag::staged_t<Fit> fitted_staged(ag::Tensor x, ag::Staged<int> limit = 10);

[[gnu::abi_tag("ag_b0949244")]] inline ag::staged_t<Fit> fitted_staged(ag::Tensor x, ag::Staged<int> limit) {
  ag::staged_t<Fit> fit{.x = x};
  ag::while_stmt([&] { return ag::and_then(ag::max(fit.x) > 1, [&] { return fit.rounds < limit; }); }, AG_STATE(fit), [&] {
    fit.x = fit.x / 2;
    ++fit.rounds;
  });
  return fit;
} [[gnu::abi_tag("ag_b0949244")]] inline Fit fitted(ag::Tensor x, int limit) { return ag::plain<Fit>(fitted_staged(x, limit)); }
#endif
