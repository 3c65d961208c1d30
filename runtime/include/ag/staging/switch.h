#pragma once
/// The switch statement of converted code:
///
///     ag::switch_stmt(k, AG_STATE(y),
///       ag::when(0, [&] { y = 1; }),
///       ag::when({3, 5}, [&] { y = 10; }).falls_through(),
///       ag::otherwise([&] { y += 5; }));
///
/// Arms are in source order. An arm that falls through also runs the next one, unless an exit of the state
/// (`.until(did_break)`) was taken.
#include <array>
#include <initializer_list>
#include <vector>

#include "ag/staging/staging.h"

namespace ag {

/// The controlling value of a switch: an integer, an enum, a staged one of these, or an integer tensor with one
/// element.
class AG_API SwitchValue {
 public:
  template <HostNumber T>
    requires(!std::is_floating_point_v<T>)
  SwitchValue(T value, SourceLocation location = SourceLocation::current())
      : value_(static_cast<int64_t>(value)), location_(location) {}
  template <class T>
    requires(!std::is_floating_point_v<T>)
  SwitchValue(const Staged<T>& value, SourceLocation location = SourceLocation::current())
      : value_(cast<int64_t>(value, location)), location_(location) {}
  SwitchValue(const Tensor& value, SourceLocation location = SourceLocation::current());

  const Staged<int64_t>& value() const { return value_; }
  SourceLocation location() const { return location_; }

 private:
  Staged<int64_t> value_;
  SourceLocation location_;
};

namespace detail {

/// The label of a case.
struct CaseLabel {
  int64_t value;
  template <HostNumber T>
    requires(!std::is_floating_point_v<T>)
  CaseLabel(T label) : value(static_cast<int64_t>(label)) {}
};

template <class F>
struct Case {
  std::vector<CaseLabel> labels;  // empty for default
  F body;
  bool falls = false;
  Case&& falls_through() && {
    falls = true;
    return std::move(*this);
  }
};

/// A Case with its body type erased.
struct Arm {
  const std::vector<CaseLabel>* labels;
  bool falls;
  FunctionRef<void()> body;
};

AG_API void run_switch(const SwitchValue& value, const StateBase& state, std::span<const Arm> arms);

}  // namespace detail

/// case label: body
template <HostNumber T, class F>
detail::Case<F> when(T label, F body) {
  return {{detail::CaseLabel(label)}, body};
}
/// case label: case label: body
template <class F>
detail::Case<F> when(std::initializer_list<detail::CaseLabel> labels, F body) {
  return {labels, body};
}
/// default: body
template <class F>
detail::Case<F> otherwise(F body) {
  return {{}, body};
}

template <IsState S, class... F>
void switch_stmt(const SwitchValue& value, const S& state, detail::Case<F>... cases) {
  const std::array<detail::Arm, sizeof...(F)> arms{detail::Arm{&cases.labels, cases.falls, cases.body}...};
  detail::run_switch(value, state, arms);
}
template <class... F>
void switch_stmt(const SwitchValue& value, detail::Case<F>... cases) {
  switch_stmt(value, detail::no_state(value.location()), std::move(cases)...);
}

}  // namespace ag
