#pragma once
/// Which loop nests of a program threads share, and how: those that take long enough to pay for it, compute with
/// elements and numbers alone, and whose iterations have nothing to do with each other. What decides is the program,
/// and not how many threads there are.
#include <optional>
#include <span>

#include "program/program.h"

namespace ag::codegen {

/// A nest is run by several threads, each with other iterations of `loop`, which is the nest or stands inside of it.
/// What a thread takes at a time is a multiple of `chunk`.
struct Sharing {
  const Statement* loop = nullptr;
  int64_t chunk = 1;
};

/// How often a program names each register and array.
struct Mentions {
  std::span<const int> registers, arrays;
};

/// What a loop takes on one thread, roughly.
int64_t nanoseconds_of(const Program& program, const Statement& loop);
/// Whether that is long enough.
bool is_long(const Program& program, const Statement& loop);

/// How the nest of a loop is shared; none where it is not.
std::optional<Sharing> share_nest(const Program& program, const Statement& nest, const Mentions& mentions);
/// How many blocks of a long row a thread takes at a time; 0 where it is not shared.
int64_t shared_blocks(const Program& program, const Statement& fold, int64_t block, const Mentions& mentions);

}  // namespace ag::codegen
