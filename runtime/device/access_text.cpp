/// The texts of findings about accesses.
#include "device/access_checker.h"

namespace ag::device {

namespace {

const char* verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::Load:
      return "loads";
    case AccessKind::Store:
      return "stores";
    case AccessKind::AtomicLoad:
      return "atomically loads";
    case AccessKind::AtomicStore:
      return "atomically stores";
    case AccessKind::AtomicUpdate:
      return "atomically updates";
  }
  return "uses";
}

}  // namespace

std::string thread_text(uint32_t thread, uint32_t threads_per_block) {
  return "thread " + std::to_string(thread % threads_per_block) + " of block " +
         std::to_string(thread / threads_per_block);
}

std::string access_text(const CheckedLaunch& launch, const KernelAccess& access) {
  const AgDeviceArray* array = launch.module->array(access.array);
  return thread_text(access.thread, launch.threads_per_block) + " of kernel '" + launch.kernel + "' " +
         verb(access.kind) + " " + std::to_string(access.bytes) + (access.bytes == 1 ? " byte" : " bytes") + " of " +
         (array ? "array '" + std::string(array->name) + "'" : "memory") + " at " +
         launch.module->statement(access.statement);
}

std::string AccessChecker::user_text(const User& user, uint64_t offset) const {
  if (user.launch) return access_text(*user.launch, *user.access) + ", at byte " + std::to_string(offset);
  return order_.describe(user.stamp.operation) + (user.stores ? " stores" : " loads") + " byte " +
         std::to_string(offset) + " of an allocation";
}

std::string AccessChecker::earlier_text(const User& user, const Access& earlier, bool earlier_loads) const {
  const char* verb = earlier_loads ? " loads it" : " stores it";
  const bool is_same = earlier.operation == user.stamp.operation;
  if (earlier.site == 0) return order_.describe(earlier.operation) + verb;
  const Site& site = sites_[earlier.site];
  return thread_text(earlier.thread, site.threads_per_block) +
         (is_same ? "" : " of " + order_.describe(earlier.operation)) + (earlier.is_atomic ? " atomically" : "") +
         verb + " at " + site.statement;
}

}  // namespace ag::device
