#pragma once
/// The only header that converted code includes by itself: the staging operators and the entry of traced functions.
///
/// A converted AG_FUNCTION has the form
///
///     AG_FUNCTION Tensor collatz(Tensor n) { return ag::traced<&collatz>(AG_STATE(n), [](Tensor n) -> Tensor {
///       …
///     }); }
///
/// After the last line of the file, ag::GeneratedCode registers its text for ag::to_code.
#undef AG_CONVERTED
#define AG_CONVERTED 1

#include "ag/ag.h"
#include "ag/algorithm.h"
#include "ag/bits.h"
#include "ag/compare_members.h"
#include "ag/complex.h"
#include "ag/const_span.h"
#include "ag/cxx.h"
#include "ag/dynamic_twin.h"
#include "ag/element.h"
#include "ag/item.h"
#include "ag/later.h"
#include "ag/lending.h"
#include "ag/list.h"
#include "ag/list_algorithm.h"
#include "ag/list_partial_sort.h"
#include "ag/live.h"
#include "ag/loops.h"
#include "ag/ordering.h"
#include "ag/output.h"
#include "ag/place.h"
#include "ag/plain.h"
#include "ag/pointer.h"
#include "ag/recursive.h"
#include "ag/row.h"
#include "ag/shape_argument.h"
#include "ag/sorted_containers.h"
#include "ag/staged_function.h"
#include "ag/staged_functor.h"
#include "ag/staged_map.h"
#include "ag/staged_range.h"
#include "ag/staged_ranges.h"
#include "ag/staged_text.h"
#include "ag/staging.h"
#include "ag/stateful_lambda.h"
#include "ag/switch.h"
#include "ag/symbolic_ops.h"
#include "ag/text_rows.h"
#include "ag/traced.h"

namespace ag {

/// The converted text of a function, registered for ag::to_code.
class GeneratedCode {
 public:
  template <class R, class... A>
  GeneratedCode(R (*function)(A...), const char* code) {
    detail::register_code(reinterpret_cast<const void*>(function), code);
  }
  template <class M>
    requires std::is_member_function_pointer_v<M>
  GeneratedCode(M method, const char* code) {
    detail::register_code(detail::method_key(method), code);
  }
};

/// Registers an unconverted AG_FUNCTION, so that ag::function_of can report why it has no graph.
class EagerFunction {
 public:
  template <class R, class... A>
  EagerFunction(R (*function)(A...), const char* reason, const char* file, uint32_t line) {
    detail::register_left(reinterpret_cast<const void*>(function), {reason, SourceLocation::named(file, line)});
  }
  template <class M>
    requires std::is_member_function_pointer_v<M>
  EagerFunction(M method, const char* reason, const char* file, uint32_t line) {
    detail::register_left(detail::method_key(method), {reason, SourceLocation::named(file, line)});
  }
};

/// The first declaration in the body of an unconverted function. A trace that reaches it ends, and the traced function
/// runs eagerly. A profiler records the call. `line`: the line of the construct that cannot be staged.
class EagerScope {
 public:
  EagerScope(const char* reason, uint32_t line, SourceLocation here = SourceLocation::current()) : span_(here) {
    if (is_tracing()) detail::refuse_in_trace(reason, SourceLocation::named(here.file_name(), line));
  }

 private:
  const detail::EagerSpan span_;
};

}  // namespace ag
