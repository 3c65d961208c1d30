#pragma once
/// Producer-consumer fusion for arrays that several loops fill in part.
///
/// Programs that profit: programs that compute with concatenated arrays, as padded images, boundary values around a
/// field, feature columns that are joined side by side.
#include "program/program.h"

namespace ag::codegen {

/// Fuses a loop over all elements of an array into the loops of the same block that fill it, each in part, as
/// concatenation does. The body of the consumer is copied once per piece and finds the elements in registers. Required:
/// the consumer reads each element at its own index, and no statement between the loops depends on their order.
void fuse_partial_producers(Program& program);

}  // namespace ag::codegen
