#include "exec/loop_iteration.h"

#include <typeinfo>

namespace ag::exec {

void rethrow_in(const std::exception_ptr& error, std::span<const LoopIteration> loops) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& found) {
    if (loops.empty() || typeid(found) != typeid(Error)) throw;  // an exception class of the user's program
    std::vector<std::string> context = found.context();
    for (const LoopIteration& loop : loops)
      context.push_back("in iteration " + std::to_string(loop.complete + 1) + " of the loop at " + loop.location.str());
    throw found.with_context(std::move(context), found.location());
  }
}

}  // namespace ag::exec
