#pragma once
/// The .npz format with the limit of its 32-bit numbers as a parameter.
#include <map>
#include <string>

#include "ag/io.h"

namespace ag::detail {

/// Implements ag::save_npz; sizes from `wide_from` on are written as 64-bit numbers.
void write_npz(const std::string& path, const std::map<std::string, Tensor>& tensors, uint64_t wide_from,
               SourceLocation location);

}  // namespace ag::detail
