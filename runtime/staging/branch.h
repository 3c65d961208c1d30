#pragma once
/// A part of a trace that the graph may or may not come to, and exceptions in it.
#include <exception>

#include "ag/function_ref.h"
#include "staging/leaves.h"

namespace ag::detail {

/// Runs `body` inside the current block. An exception that it throws is one of the graph: it is recorded, and thrown
/// when the graph gets there. False: it was, and the end of `body` is never reached. Errors of the runtime itself are
/// errors of the trace, and go on. Throws where branches and loops lie too deep in each other, as those of a function
/// do that calls itself without end while it is traced. `location`: of the branch or loop.
bool run_branch(FunctionRef<void()> body, SourceLocation location);

/// Records that the graph throws here.
void record_exception(std::exception_ptr exception, const char* text, SourceLocation location);

/// Thrown by `end_branch` (ag/state.h), and caught where the branch was begun.
struct BranchEnd {};

/// The state behind a branch that never comes to its end, in a form that joins with that of the `other` branch: the
/// same where the block can see it, and nothing to read elsewhere.
SavedState unreached(const tracing::Trace& trace, const SavedState& other, ir::BlockId block);

}  // namespace ag::detail
