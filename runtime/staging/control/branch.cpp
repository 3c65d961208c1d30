#include "staging/control/branch.h"

namespace ag::detail {

namespace {

void unreach(const tracing::Trace& trace, Leaves& leaves, ir::BlockId block) {
  for (Leaf& leaf : leaves) {
    if (leaf.kind == Leaf::Kind::Tensor && !trace.is_available(leaf.tensor, block)) {
      leaf.tensor = Tensor();
      leaf.absent = true;
    }
    if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host()) {
      const Tensor symbol = staged_symbol(leaf.number.id, SourceLocation::current());
      leaf.absent = leaf.absent || !trace.is_available(symbol, block);
    }
    if (!leaf.flag.is_host() && !trace.is_available(leaf.flag.tensor(), block)) leaf.flag = Staged<bool>(false);
    unreach(trace, leaf.inner, block);
  }
}

}  // namespace

void end_branch() { throw BranchEnd(); }

bool run_branch(FunctionRef<void()> body, SourceLocation location) {
  constexpr int kMaxDepth = 200;  // the limit of the text form of graphs; every layer below recurses over blocks
  if (tracing::current()->depth() > kMaxDepth) {
    throw Error(
        ErrorKind::unimplemented,
        "branches and loops lie more than " + std::to_string(kMaxDepth) +
            " deep in each other here: a function calls itself while it is traced, and a tensor decides how often",
        location,
        {"let what calls itself be a function, no lambda and no method, which takes and gives tensors, numbers and "
         "structures of them: its graph calls itself when it runs; or write the recursion as a loop"});
  }
  try {
    body();
    return true;
  } catch (const BranchEnd&) {
  } catch (const Error& error) {
    // Errors of the program are reported while tracing. A missing element or value, however, depends on run-time values
    // and on the condition of the branch.
    if (error.kind() != ErrorKind::out_of_range && !dynamic_cast<const UndefinedTensor*>(&error)) throw;
    record_exception(std::current_exception(), error.what(), error.location());
  } catch (const std::exception& exception) {
    record_exception(std::current_exception(), exception.what(), SourceLocation::current());
  } catch (...) {
    record_exception(std::current_exception(), "exception", SourceLocation::current());
  }
  return false;
}

SavedState unreached(const tracing::Trace& trace, const SavedState& other, ir::BlockId block) {
  SavedState result = other;
  unreach(trace, result.variables, block);
  unreach(trace, result.exits, block);
  return result;
}

}  // namespace ag::detail
