#pragma once
/// State as leaves, and how the leaves of several paths become one.
#include <string>
#include <vector>

#include "ag/staging.h"
#include "staging/captures.h"

namespace ag::detail {

/// A flag as a boolean tensor, and back. A known flag is a constant.
Tensor flag_tensor(const Staged<bool>& flag, SourceLocation location);
Staged<bool> flag_of(const Tensor& tensor);

/// Variables first, then exits; and what the variables outside of the function hold.
struct SavedState {
  Leaves variables;
  Leaves exits;
  tracing::Captures::Values captures;
};
SavedState save_state(const StateBase& state);
void load_state(const StateBase& state, const SavedState& saved);

/// Whether a variable, of the state or outside of the function, has another value.
bool states_differ(const SavedState& a, const SavedState& b);

/// An exit is a flag, or a slot with one.
Staged<bool> exit_flag(const Leaf& leaf);
void set_exit_flag(Leaf& leaf, const Staged<bool>& flag);

/// Puts the state back unless it is told not to: no symbol of an unfinished branch survives an exception.
class StateGuard {
 public:
  StateGuard(const StateBase& state, const SavedState& saved) : state_(state), saved_(saved) {}
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;
  void dismiss() { armed_ = false; }

 private:
  const StateBase& state_;
  const SavedState& saved_;
  bool armed_ = true;
};

/// Whether a variable has a value: known, or a flag of the graph.
Staged<bool> definedness(const Tensor& tensor);

/// The type of a tensor, as values of the graph have it.
ir::TensorType type_of(const Tensor& tensor);

/// `tensor` recorded in the current block with another dtype: a number exactly, anything else by a cast.
Tensor cast_to(const Tensor& tensor, DType dtype, SourceLocation location);

/// What several paths make of numbers of the host that their dtype rounds: the graph passes them on as float64, and the
/// variable is a number again.
Tensor number_of_exact(const Tensor& exact, SourceLocation location);
inline constexpr DType kExact = DType::float64;

/// A value of that type that nobody reads.
Tensor undefined_value(const ir::TensorType& type, SourceLocation location);

/// A tensor that cannot be used; reading it is an error with this text.
Tensor unusable(const ir::TensorType& type, std::string why, SourceLocation location);

/// "'s'", or "the returned value" where a leaf has no name.
std::string quoted(const std::string& name);

/// " (file:line)": where the value was made, as far as that is known.
std::string place_of(const Tensor& tensor);

/// A list without elements whose elements would be those of a list of this type.
Tensor empty_list_like(ir::TensorType list);

/// What to do where a host value, or the form of a container, would be known only when the graph runs.
std::string remedy_of(const Leaf& leaf);

/// The dtype that a weak type takes to stand for the other one; false where they do not meet without losing.
bool meet(const ir::TensorType& a, const ir::TensorType& b, DType& dtype, bool& weak);

}  // namespace ag::detail
