#pragma once
/// Calls that pass a callback which modifies variables of the caller.
#include <cstdint>
#include <utility>

#include "ag/staging/state.h"

namespace ag {

namespace detail {

/// While an object of this class lives, every staged statement that this thread traces in the same graph carries the
/// variables of `pack`.
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

/// Returns the result of `call`, as in ag::lending(AG_STATE(count), [&] { return solve(f, x); }). The call may invoke
/// f, which changes `count`, inside its own branches and loops. Those carry the variables of the caller besides their
/// own.
template <class F>
decltype(auto) lending(const detail::Pack& variables, F&& call) {
  const detail::Lent lent(variables);
  return std::forward<F>(call)();
}

}  // namespace ag
