#pragma once
/// State as leaves, and helpers for joining the leaves of several paths.
#include <string>
#include <vector>

#include "ag/staging/staging.h"
#include "staging/captures/captures.h"

namespace ag::detail {

/// Converts between a flag and a boolean tensor. A known flag is a constant.
Tensor flag_tensor(const Staged<bool>& flag, SourceLocation location);
Staged<bool> flag_of(const Tensor& tensor);

/// The variables, the exits, and the values of the external variables.
struct SavedState {
  Leaves variables;
  Leaves exits;
  tracing::Captures::Values captures;
};
SavedState save_state(const StateBase& state);
void load_state(const StateBase& state, const SavedState& saved);

/// True if a variable, of the state or external, has different values.
bool states_differ(const SavedState& a, const SavedState& b);

/// The flag of an exit, which is a flag itself or a slot with one.
Staged<bool> exit_flag(const Leaf& leaf);
void set_exit_flag(Leaf& leaf, const Staged<bool>& flag);

/// Restores the state unless dismissed, so that no symbol of an unfinished branch survives an exception.
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

/// Returns the definedness of a variable: known, or a flag of the graph.
Staged<bool> definedness(const Tensor& tensor);

/// Returns the type of a tensor as a value of the graph.
ir::TensorType type_of(const Tensor& tensor);

/// Converts `tensor` to another dtype in the current block: a number exactly, any other tensor by a cast.
Tensor cast_to(const Tensor& tensor, DType dtype, SourceLocation location);

/// Returns the variable that joins host numbers which their dtype would round. The graph passes them as float64, and
/// the variable is a number again.
Tensor number_of_exact(const Tensor& exact, SourceLocation location);
inline constexpr DType kExact = DType::float64;

/// Returns a value of the type that is never read.
Tensor undefined_value(const ir::TensorType& type, SourceLocation location);

/// Returns a tensor that cannot be used; reading it is an error with this text.
Tensor unusable(const ir::TensorType& type, std::string why, SourceLocation location);

/// Returns "'s'", or "the returned value" if a leaf has no name.
std::string quoted_name(const std::string& name);

/// Returns " (file:line)" for the origin of the value, if known.
std::string place_of(const Tensor& tensor);

/// Returns an empty list with the element type of a list of this type.
Tensor empty_list_like(ir::TensorType list);

/// Returns the remedy for a host value, or the form of a container, that would be known only at run time.
std::string remedy_of(const Leaf& leaf);

/// Finds the dtype that a weak type takes to match the other one. Returns false if they cannot match without loss.
bool meet(const ir::TensorType& a, const ir::TensorType& b, DType& dtype, bool& weak);

}  // namespace ag::detail
