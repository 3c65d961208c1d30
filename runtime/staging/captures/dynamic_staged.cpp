#include "ag/staging/dynamic_staged.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>

#include "base/class_name.h"

namespace ag::detail {
namespace {

struct DynamicClasses {
  std::mutex mutex;
  std::map<std::pair<std::type_index, std::type_index>, MakeStagedClass> makers;
};

/// Filled before main starts, and when a shared library is opened.
DynamicClasses& dynamic_classes() {
  static DynamicClasses result;
  return result;
}

}  // namespace

void add_dynamic_staged(std::type_index base, std::type_index object, MakeStagedClass make) {
  DynamicClasses& all = dynamic_classes();
  const std::lock_guard lock(all.mutex);
  all.makers[{base, object}] = make;
}

std::shared_ptr<void> make_dynamic_staged(std::type_index base, const std::type_info& type, const void* object,
                                          SourceLocation location) {
  MakeStagedClass make = nullptr;
  {
    DynamicClasses& all = dynamic_classes();
    const std::lock_guard lock(all.mutex);
    const auto found = all.makers.find({base, type});
    if (found != all.makers.end()) make = found->second;
  }
  if (!make) {
    throw Error(ErrorKind::staging_error,
                "a method is called with a number that is known only when the graph runs, and that of class '" +
                    class_name(type) + "' is not converted with it",
                location,
                {"let the class have fields of numbers and tensors alone, in a file that calls the method as well, or "
                 "let the method take tensors"});
  }
  return make(object);
}

}  // namespace ag::detail
