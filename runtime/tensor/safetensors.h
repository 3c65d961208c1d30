#pragma once
/// The safetensors format: named arrays and text metadata.
#include <map>
#include <string>

#include "ag/tensor.h"

namespace ag::detail {

/// The content of a safetensors file.
struct TensorFile {
  std::map<std::string, Tensor> tensors;
  std::map<std::string, std::string> metadata;
};

/// Reads untrusted files: the header is checked completely before memory is allocated. Throws invalid_argument "path:
/// message".
TensorFile read_safetensors(const std::string& path, SourceLocation location);

/// Writes the file completely or not at all. `what` names the calling function in errors.
void write_safetensors(const std::string& path, const TensorFile& content, const char* what, SourceLocation location);

}  // namespace ag::detail
