#pragma once
/// Traces a part that the graph executes conditionally, including exceptions thrown in it.
#include <exception>

#include "ag/detail/function_ref.h"
#include "staging/control/leaves.h"

namespace ag::detail {

/// Runs `body` inside the current block. An exception that it throws is recorded, and thrown when the graph reaches
/// that point. The function then returns false: the end of `body` is never reached. Errors of the runtime itself are
/// errors of the trace and propagate. Throws if branches and loops are nested too deep, for example by unbounded
/// recursion while tracing. `location`: that of the branch or loop.
bool run_branch(FunctionRef<void()> body, SourceLocation location);

/// Records that the graph throws here.
void record_exception(std::exception_ptr exception, const char* text, SourceLocation location);

/// Thrown by `end_branch` (ag/staging/state.h) and caught at the start of the branch.
struct BranchEnd {};

/// Returns the state after a branch that never reaches its end, in a form that can be joined with that of the `other`
/// branch. A leaf keeps its value if the block can see it, and becomes absent otherwise.
SavedState unreached(const tracing::Trace& trace, const SavedState& other, ir::BlockId block);

}  // namespace ag::detail
