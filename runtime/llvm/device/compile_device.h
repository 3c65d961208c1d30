#pragma once
/// Compiles the kernels of device plans to images.
#include "program/code_generator.h"

namespace ag::codegen {

std::vector<std::byte> compile_device(const DeviceCompileRequest& request, std::string& error);

}  // namespace ag::codegen
