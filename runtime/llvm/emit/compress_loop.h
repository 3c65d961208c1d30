#pragma once
/// Loops that store the elements that a mask selects, one after another (lower/bounded/compress_loops.cpp). In vectors
/// of 64 bytes, an instruction moves the selected lanes to the front.
///
/// Programs that profit: statistics of the elements that fulfil a condition: histograms, means of groups, filtered
/// samples.
#include <optional>

#include "base/machine.h"
#include "program/program.h"

namespace ag::codegen {

/// A loop that consists of computations without effect, the store of an element at the value of a counter, and the
/// increment of the counter where the element is selected.
struct CompressLoop {
  Statement lanes;            // the loop with the computations alone
  Statement store;            // of the element, at the counter
  Register element = kNone;   // the stored element
  Register selected = kNone;  // the mask
  Register counter = kNone;   // a variable
  int64_t width = 0;          // the number of elements per vector
};

/// Returns nullopt for other loops, and for machines without such an instruction.
std::optional<CompressLoop> compress_loop_of(const Program& program, const detail::Machine& machine,
                                             const Statement& loop);

}  // namespace ag::codegen
