#pragma once
/// Chooses the loop nests of a program that threads share: those that take long enough to pay for it, compute with
/// elements and numbers only, and have independent iterations. The choice depends on the program and on the time to
/// wake a thread, not on the number of threads.
///
/// Programs that profit: elementwise loops, reductions and nests over large arrays, on several processors: simulations
/// of many paths, image filters, statistics of long columns.
#include <optional>

#include "base/machine.h"
#include "program/def_use.h"

namespace ag::codegen {

/// A nest that several threads run. Threads take disjoint ranges of iterations of `loop`, which is the nest or a loop
/// in it. The lengths of ranges are multiples of `chunk`.
struct Parallelization {
  const Statement* loop = nullptr;
  int64_t chunk = 1;
};

/// Returns the estimated time of a loop on one thread. The costs of operations are those of vectors of 64 bytes.
int64_t nanoseconds_of(const Program& program, const Statement& loop);
/// True if a loop takes long enough to be shared.
bool is_long(const Program& program, const detail::Machine& machine, const Statement& loop);

/// Returns how threads share the nest of a loop of the program; nullopt if they do not.
std::optional<Parallelization> parallelize_nest(const Program& program, const detail::Machine& machine,
                                                const Statement& nest, const DefUse& whole);
/// Returns the number of blocks of a long row per range; 0 if threads do not share the row.
int64_t shared_blocks(const Program& program, const detail::Machine& machine, const Statement& fold, int64_t block,
                      const DefUse& whole);

}  // namespace ag::codegen
