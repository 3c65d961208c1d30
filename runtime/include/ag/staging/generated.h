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
#if defined(AG_CONVERTED) && !AG_CONVERTED
#error "<ag/ag.h> is read first, and ag::function would not trace: precompile <ag/staging/generated.h> instead"
#endif
#undef AG_CONVERTED
#define AG_CONVERTED 1

#include "ag/ag.h"
#include "ag/detail/text_rows.h"
#include "ag/staging/algorithm.h"
#include "ag/staging/bits.h"
#include "ag/staging/compare_members.h"
#include "ag/staging/complex.h"
#include "ag/staging/const_span.h"
#include "ag/staging/cxx.h"
#include "ag/staging/deferred.h"
#include "ag/staging/dynamic_staged.h"
#include "ag/staging/element.h"
#include "ag/staging/external.h"
#include "ag/staging/item.h"
#include "ag/staging/lending.h"
#include "ag/staging/lists/list.h"
#include "ag/staging/lists/list_algorithm.h"
#include "ag/staging/lists/list_partial_sort.h"
#include "ag/staging/lists/row.h"
#include "ag/staging/lists/sorted_containers.h"
#include "ag/staging/loops.h"
#include "ag/staging/ordering.h"
#include "ag/staging/output.h"
#include "ag/staging/overlap.h"
#include "ag/staging/place.h"
#include "ag/staging/plain.h"
#include "ag/staging/pointer.h"
#include "ag/staging/recursive.h"
#include "ag/staging/shape_argument.h"
#include "ag/staging/staged_function.h"
#include "ag/staging/staged_functor.h"
#include "ag/staging/staged_map.h"
#include "ag/staging/staged_range.h"
#include "ag/staging/staged_ranges.h"
#include "ag/staging/staging.h"
#include "ag/staging/stateful_lambda.h"
#include "ag/staging/switch.h"
#include "ag/staging/symbolic_ops.h"
#include "ag/staging/texts/staged_string.h"
#include "ag/staging/texts/staged_text.h"
#include "ag/staging/traced.h"

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
