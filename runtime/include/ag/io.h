#pragma once
/// Array files in formats shared with other programs.
#include <map>
#include <string>

#include "ag/tensor.h"

namespace ag {

/// Loads the array of a .npy file, of any version and byte order. An error names the file and the defect.
AG_API Tensor load_npy(const std::string& path, SourceLocation location = SourceLocation::current());

/// Writes a .npy file atomically. bfloat16, which NumPy does not have, is an error.
AG_API void save_npy(const std::string& path, const Tensor& tensor,
                     SourceLocation location = SourceLocation::current());

/// Loads the arrays of a .npz file by name, as np.savez and np.savez_compressed write it.
AG_API std::map<std::string, Tensor> load_npz(const std::string& path,
                                              SourceLocation location = SourceLocation::current());

/// Writes a .npz file as np.savez does, atomically.
AG_API void save_npz(const std::string& path, const std::map<std::string, Tensor>& tensors,
                     SourceLocation location = SourceLocation::current());

/// Loads the arrays of a .safetensors file by name.
AG_API std::map<std::string, Tensor> load_safetensors(const std::string& path,
                                                      SourceLocation location = SourceLocation::current());

/// Writes a .safetensors file atomically. Supports every dtype, including bfloat16.
AG_API void save_safetensors(const std::string& path, const std::map<std::string, Tensor>& tensors,
                             SourceLocation location = SourceLocation::current());

}  // namespace ag
