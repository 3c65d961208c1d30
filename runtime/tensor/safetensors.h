#pragma once
/// The safetensors format: named arrays, and texts beside them.
#include <map>
#include <string>

#include "ag/tensor.h"

namespace ag::detail {

/// What such a file holds.
struct TensorFile {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Nothing in the file is trusted: it is checked whole before memory is taken. Throws invalid_argument "path: message".
TensorFile read_safetensors(const std::string& path, SourceLocation location);

/// Writes it whole or not at all. `what` asks, for errors.
void write_safetensors(const std::string& path, const TensorFile& content, const char* what, SourceLocation location);

}  // namespace ag::detail
