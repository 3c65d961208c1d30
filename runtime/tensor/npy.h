#pragma once
/// The .npy format, independent of the source and destination of its bytes.
#include <cstdint>
#include <functional>
#include <string>

#include "base/file.h"
#include "tensor/impl.h"

namespace ag::detail {

/// Reads the next bytes of an array file; never called for more bytes than remain.
using ReadBytes = std::function<void(void* out, size_t count)>;

/// Reads an array from `size` bytes. Throws invalid_argument "path: message" by `file`. If the bytes are a member of an
/// archive, `member` precedes the message.
Tensor read_npy(const ReadBytes& read, uint64_t size, const InputFile& file, const std::string& member);

/// Returns the header of the file of an array, which its row-major elements follow. Throws for bfloat16 and symbols;
/// `what` names the calling function in errors.
std::string npy_header(const Tensor& tensor, const char* what, SourceLocation location);

}  // namespace ag::detail
