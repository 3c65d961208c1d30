#pragma once
/// Arrays in files that other programs read and write.
#include <map>
#include <string>

#include "ag/tensor.h"

namespace ag {

/// The array in a .npy file, of any version and byte order. An error names the file and what is wrong with it.
AG_API Tensor load_npy(const std::string& path, SourceLocation location = SourceLocation::current());

/// Writes a .npy file, whole or not at all. bfloat16, which NumPy does not have, is an error.
AG_API void save_npy(const std::string& path, const Tensor& tensor,
                     SourceLocation location = SourceLocation::current());

/// The arrays in a .npz file by name, as np.savez and np.savez_compressed write it.
AG_API std::map<std::string, Tensor> load_npz(const std::string& path,
                                              SourceLocation location = SourceLocation::current());

/// Writes a .npz file as np.savez does, whole or not at all.
AG_API void save_npz(const std::string& path, const std::map<std::string, Tensor>& tensors,
                     SourceLocation location = SourceLocation::current());

/// The arrays in a .safetensors file by name.
AG_API std::map<std::string, Tensor> load_safetensors(const std::string& path,
                                                      SourceLocation location = SourceLocation::current());

/// Writes a .safetensors file, whole or not at all. It has every dtype, bfloat16 as well.
AG_API void save_safetensors(const std::string& path, const std::map<std::string, Tensor>& tensors,
                             SourceLocation location = SourceLocation::current());

}  // namespace ag
