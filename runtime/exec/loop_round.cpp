#include "exec/loop_round.h"

#include <typeinfo>

namespace ag::exec {

void rethrow_in(const std::exception_ptr& error, std::span<const LoopRound> loops) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& found) {
    if (loops.empty() || typeid(found) != typeid(Error)) throw;  // a class of the program
    std::vector<std::string> notes = found.notes();
    for (const LoopRound& loop : loops)
      notes.push_back("in iteration " + std::to_string(loop.complete + 1) + " of the loop at " + loop.location.str());
    throw Error(found.kind(), found.message(), found.location(), std::move(notes));
  }
}

}  // namespace ag::exec
