#include "ag/staging/staged_variant.h"

#include <map>
#include <mutex>
#include <utility>

namespace ag::detail {
namespace {

struct Variant {
  AnyFunction staged;
  std::type_index signature;
  std::shared_ptr<const void> function;
};

struct VariantRegistry {
  std::mutex mutex;
  std::map<AnyFunction, Variant> by_plain;
  std::map<AnyFunction, AnyFunction> plain_of;
};

/// Filled by static initializers of the program and of libraries that it opens.
VariantRegistry& variant_registry() {
  static VariantRegistry result;
  return result;
}

}  // namespace

void add_staged_variant(AnyFunction plain, AnyFunction staged, std::type_index signature,
                        std::shared_ptr<const void> function) {
  VariantRegistry& all = variant_registry();
  const std::lock_guard lock(all.mutex);
  all.by_plain.insert_or_assign(plain, Variant{staged, signature, std::move(function)});
  if (staged) all.plain_of[staged] = plain;
}

void remove_staged_variant(AnyFunction plain) {
  VariantRegistry& all = variant_registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_plain.find(plain);
  if (found == all.by_plain.end()) return;
  all.plain_of.erase(found->second.staged);
  all.by_plain.erase(found);
}

std::shared_ptr<const void> staged_variant(AnyFunction plain, std::type_index signature) {
  VariantRegistry& all = variant_registry();
  const std::lock_guard lock(all.mutex);
  const auto found = all.by_plain.find(plain);
  return found != all.by_plain.end() && found->second.signature == signature ? found->second.function : nullptr;
}

AnyFunction plain_variant(AnyFunction staged, std::type_index signature) {
  VariantRegistry& all = variant_registry();
  const std::lock_guard lock(all.mutex);
  const auto plain = all.plain_of.find(staged);
  if (plain == all.plain_of.end()) return nullptr;
  const auto found = all.by_plain.find(plain->second);
  return found != all.by_plain.end() && found->second.signature == signature ? plain->second : nullptr;
}

}  // namespace ag::detail
