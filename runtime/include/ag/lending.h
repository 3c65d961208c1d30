#pragma once
/// Calls of functions that get others which change variables of the caller.
#include <cstdint>
#include <utility>

#include "ag/state.h"

namespace ag {

namespace detail {

/// While it lives, every staged statement that this thread traces in the same graph carries the variables of `pack`.
class AG_API Lent {
 public:
  explicit Lent(const Pack& pack);
  ~Lent();
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

 private:
  friend struct LentVariables;
  const Pack& pack_;
  uint64_t trace_;
  const Lent* outer_;
};

}  // namespace detail

/// ag::lending(AG_STATE(count), [&] { return solve(f, x); }): what `call` gives. It may call f, which changes `count`,
/// in branches and loops of its own, and those carry the variables of the caller as well as their own.
template <class F>
decltype(auto) lending(const detail::Pack& variables, F&& call) {
  const detail::Lent lent(variables);
  return std::forward<F>(call)();
}

}  // namespace ag
