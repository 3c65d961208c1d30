#pragma once
/// The .npy format, apart from where its bytes come from and go to.
#include <cstdint>
#include <functional>
#include <string>

#include "base/file.h"
#include "tensor/impl.h"

namespace ag::detail {

/// Gives the next bytes of an array file; called for no more than there are.
using ReadBytes = std::function<void(void* out, size_t count)>;

/// Reads an array from `size` bytes. Throws invalid_argument "path: message" by `file`; `member` stands in front of the
/// message where the bytes are a member of an archive.
Tensor read_npy(const ReadBytes& read, uint64_t size, const InputFile& file, const std::string& member);

/// The first bytes of the file of an array; its elements, row-major, follow. Throws for bfloat16 and symbols; `what`
/// asks.
std::string npy_header(const Tensor& tensor, const char* what, SourceLocation location);

}  // namespace ag::detail
