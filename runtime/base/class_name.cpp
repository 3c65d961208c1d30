#include "base/class_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace ag {

std::string class_name(const std::type_info& type) {
  const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type.name(), nullptr, nullptr, nullptr),
                                                    std::free);
  return name ? name.get() : type.name();
}

}  // namespace ag
