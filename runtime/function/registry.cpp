/// The table from the address of a function to its TracedFunction, for ag::function_of.
#include <atomic>
#include <map>
#include <mutex>

#include "ag/callable.h"
#include "ag/detail/traced_function.h"
#include "base/short_name.h"

namespace ag::detail {

namespace {

struct FunctionRegistry {
  std::mutex mutex;
  std::map<const void*, Registered> functions;
};

/// Constructed on first use: converted functions register themselves before main.
FunctionRegistry& registry() {
  static FunctionRegistry registry;
  return registry;
}

}  // namespace

uint64_t next_function_number() {
  static std::atomic<uint64_t> last{0};
  return ++last;
}

void register_function(const void* address, TracedFunction* function) {
  FunctionRegistry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.functions[address].function = function;
}

Registered find_function(const void* address) {
  FunctionRegistry& all = registry();
  const std::lock_guard lock(all.mutex);
  auto at = all.functions.find(address);
  return at == all.functions.end() ? Registered() : at->second;
}

std::string name_in_code(const std::string& code) {
  size_t begin = 0;
  if (code.starts_with("AG_FUNCTION_WITH")) {  // skip the options in parentheses
    int depth = 0;
    do {
      begin = code.find_first_of("()", begin + 1);
      if (begin == std::string::npos) return "function";
      depth += code[begin] == '(' ? 1 : -1;
    } while (depth > 0);
    ++begin;
  }
  const std::string name = user_name(std::string_view(code).substr(begin));
  return name.empty() ? "function" : name;
}

void register_left(const void* address, LeftEager left) {
  FunctionRegistry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.functions[address].left = left;
}

void register_code(const void* address, const char* code) {
  FunctionRegistry& all = registry();
  const std::lock_guard lock(all.mutex);
  all.functions[address].code = code;
}

}  // namespace ag::detail
