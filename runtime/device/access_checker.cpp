#include "device/access_checker.h"

#include <algorithm>
#include <bit>

namespace ag::device {

namespace {

bool loads(AccessKind kind) { return kind != AccessKind::Store && kind != AccessKind::AtomicStore; }
bool stores(AccessKind kind) { return kind != AccessKind::Load && kind != AccessKind::AtomicLoad; }
bool is_atomic(AccessKind kind) { return kind != AccessKind::Load && kind != AccessKind::Store; }

/// A place of findings that is no access: the user of a range.
uint64_t place_of(const std::string& text) { return std::hash<std::string>()(text); }

/// Returns the argument of the launch that is the array of an access, or null.
const KernelArgument* argument_of(const CheckedLaunch& launch, const KernelAccess& access) {
  const AgDeviceArray* array = launch.module->array(access.array);
  if (!array || array->parameter < 0) return nullptr;
  const auto parameter = static_cast<size_t>(array->parameter);
  const bool is_array = parameter < launch.arguments.size() && launch.arguments[parameter].is_array();
  return is_array ? &launch.arguments[parameter] : nullptr;
}

}  // namespace

uint32_t AccessChecker::site_of(CheckedLaunch& launch, const KernelAccess& access) {
  const auto slot = static_cast<uint32_t>(access.statement * 5 + access.array) % launch.known_sites.size();
  CheckedLaunch::KnownSite& known_site = launch.known_sites[slot];
  if (known_site.array == access.array && known_site.statement == access.statement) return known_site.site;
  const auto [known, is_new] =
      site_numbers_.try_emplace({launch.module_number, access.array, access.statement, launch.threads_per_block},
                                static_cast<uint32_t>(sites_.size()));
  if (is_new) {
    const AgDeviceArray* array = launch.module->array(access.array);
    sites_.push_back({array ? array->name : "", launch.module->statement(access.statement), launch.threads_per_block});
  }
  known_site = {access.array, access.statement, known->second};
  return known->second;
}

bool AccessChecker::check_argument(CheckedLaunch& launch, const KernelAccess& access) {
  const KernelArgument* argument = argument_of(launch, access);
  if (!argument || !memory_.is_device_address(argument->address().value)) return true;
  const uint64_t offset = memory_.address_of(access.address).value - argument->address().value;
  if (offset <= argument->bytes() && access.bytes <= argument->bytes() - offset) return true;
  findings_.add(FindingKind::OutOfBounds, site_of(launch, access), 0, [&] {
    return access_text(launch, access) + ", at byte " + std::to_string(static_cast<int64_t>(offset)) + " of its " +
           std::to_string(argument->bytes());
  });
  return false;
}

bool AccessChecker::check_bounds(CheckedLaunch& launch, const KernelAccess& access) {
  if (!check_argument(launch, access)) return false;
  const DeviceAddress address = memory_.address_of(access.address);
  if (!last_ || address.value - last_->address.value >= last_->bytes) last_ = memory_.find(address);
  if (last_ && address.value + access.bytes <= last_->address.value + last_->bytes) return true;
  const uint32_t site = site_of(launch, access);
  if (const Allocation* released = memory_.find_released(address)) {
    findings_.add(FindingKind::UseAfterFree, site, 0, [&] {
      return access_text(launch, access) + "; its memory, " + std::to_string(released->bytes) +
             " bytes, has been released";
    });
    return false;
  }
  findings_.add(FindingKind::OutOfBounds, site, 0, [&] {
    const Allocation* before = memory_.find_before(address);
    return access_text(launch, access) + (before
                                              ? ", at byte " + std::to_string(address.value - before->address.value) +
                                                    " of an allocation of " + std::to_string(before->bytes) + " bytes"
                                              : ", in no allocation");
  });
  return false;
}

bool AccessChecker::check_alignment(CheckedLaunch& launch, const KernelAccess& access) {
  const uint64_t unit = std::has_single_bit(access.bytes) ? access.bytes : 1;
  const auto address = reinterpret_cast<uint64_t>(access.address);
  if (address % unit == 0) return true;
  findings_.add(FindingKind::Misaligned, site_of(launch, access), 0, [&] {
    return access_text(launch, access) + ", " + std::to_string(address % unit) +
           " bytes past a multiple of their number";
  });
  return false;
}

AccessChecker::User AccessChecker::user_of(CheckedLaunch& launch, const KernelAccess& access) {
  User user{&launch, &access, {launch.operation, access.thread}, loads(access.kind), stores(access.kind)};
  user.stamp.site = site_of(launch, access);
  user.stamp.is_atomic = is_atomic(access.kind);
  launch.clocks.stamp(user.stamp);
  return user;
}

bool AccessChecker::check(CheckedLaunch& launch, const KernelAccess& access) {
  if (!check_bounds(launch, access) || !check_alignment(launch, access)) return false;
  const DeviceAddress address = memory_.address_of(access.address);
  const User user = user_of(launch, access);
  if (user.stores) {
    for (const KernelArgument& argument : launch.arguments) {
      if (argument.kind() != KernelArgument::Kind::Input) continue;
      if (address.value + access.bytes <= argument.address().value ||
          address.value >= argument.address().value + argument.bytes()) {
        continue;
      }
      findings_.add(FindingKind::StoreToInput, user.stamp.site, 0,
                    [&] { return access_text(launch, access) + ", in memory that is an input of the launch"; });
    }
  }
  last_->shadow->visit(address.value - last_->address.value, access.bytes,
                       [&](ShadowCell& cell, uint64_t offset, uint64_t) { use_cell(user, cell, offset); });
  return true;
}

bool AccessChecker::check_shared(CheckedLaunch& launch, const KernelAccess& access, const SharedPart& part) {
  const uint32_t site = site_of(launch, access);
  if (!part.shadow || part.block != access.thread / launch.threads_per_block) {
    findings_.add(FindingKind::ForeignShared, site, 0, [&] {
      return access_text(launch, access) + ", in the shared memory of " +
             (part.shadow ? "block " + std::to_string(part.block) : "a block that has ended");
    });
    return false;
  }
  if (part.offset + access.bytes > part.block_bytes) {
    findings_.add(FindingKind::OutOfBounds, site, 0, [&] {
      return access_text(launch, access) + ", at byte " + std::to_string(part.offset) + " of the " +
             std::to_string(part.block_bytes) + " bytes of shared memory";
    });
    return false;
  }
  if (!check_alignment(launch, access)) return false;
  const User user = user_of(launch, access);
  part.shadow->visit(part.offset, access.bytes,
                     [&](ShadowCell& cell, uint64_t offset, uint64_t) { use_cell(user, cell, offset); });
  return true;
}

void AccessChecker::add_foreign_access(CheckedLaunch& launch, const KernelAccess& access) {
  if (!check_argument(launch, access)) return;
  findings_.add(FindingKind::HostMemory, site_of(launch, access), 0, [&] {
    const bool is_untranslated = memory_.is_device_address(reinterpret_cast<uint64_t>(access.address));
    return access_text(launch, access) + (is_untranslated
                                              ? ", at an address that was loaded and did not pass through `pointer`"
                                              : ", at an address of the host: its array was not transferred");
  });
}

bool AccessChecker::is_before(const User& user, const Access& earlier) const {
  if (earlier.operation != user.stamp.operation) return order_.is_before(earlier.operation, user.stamp.operation);
  return !user.launch || user.launch->clocks.is_before(earlier, user.stamp.thread);
}

void AccessChecker::check_race(const User& user, const Access& earlier, bool earlier_loads, uint64_t offset) {
  if (earlier.operation == 0 || (earlier.is_atomic && user.stamp.is_atomic) || is_before(user, earlier)) return;
  const bool is_same = earlier.operation == user.stamp.operation;
  findings_.add(is_same ? FindingKind::Race : FindingKind::StreamRace, user.stamp.site, earlier.site, [&] {
    return user_text(user, offset) + ", while " + earlier_text(user, earlier, earlier_loads) +
           (is_same ? "; no barrier, fence or atomic operation orders them"
                    : "; no event and no wait of the host orders them");
  });
}

void AccessChecker::add_reader(const User& user, ShadowCell& cell) {
  for (Access& reader : cell.readers) {
    const bool is_own = reader.operation == user.stamp.operation && reader.thread == user.stamp.thread;
    if (reader.operation == 0 || is_own || is_before(user, reader)) {
      reader = user.stamp;
      return;
    }
  }
  cell.readers[next_reader_++ % ShadowCell::kReaders] = user.stamp;
}

void AccessChecker::use_cell(const User& user, ShadowCell& cell, uint64_t offset) {
  check_race(user, cell.writer, false, offset);
  if (user.loads && !cell.is_written && user.needs_values) {
    findings_.add(FindingKind::UninitializedRead, user.stamp.site, user.launch ? 0 : user.stamp.operation,
                  [&] { return user_text(user, offset) + ", where nothing has been stored"; });
    cell.is_written = true;  // one finding is enough
  }
  if (user.stores) {
    for (const Access& reader : cell.readers) check_race(user, reader, true, offset);
    cell.set_writer(user.stamp);
  } else {
    add_reader(user, cell);
  }
}

bool AccessChecker::check_range(const std::string& user, DeviceAddress address, uint64_t bytes) {
  const Allocation* allocation = memory_.find(address);
  if (allocation && address.value + bytes <= allocation->address.value + allocation->bytes) return true;
  if (const Allocation* released = memory_.find_released(address)) {
    findings_.add(FindingKind::UseAfterFree, place_of(user), 0, [&] {
      return user + " uses memory that has been released, an allocation of " + std::to_string(released->bytes) +
             " bytes";
    });
    return false;
  }
  findings_.add(FindingKind::OutOfBounds, place_of(user), 0, [&] {
    const Allocation* before = memory_.find_before(address);
    return user + " uses " + std::to_string(bytes) + " bytes" +
           (before ? " at byte " + std::to_string(address.value - before->address.value) + " of an allocation of " +
                         std::to_string(before->bytes) + " bytes"
                   : " in no allocation");
  });
  return false;
}

void AccessChecker::load_range(uint32_t operation, DeviceAddress address, uint64_t bytes, bool needs_values) {
  Allocation& allocation = *memory_.find(address);
  const User user{nullptr, nullptr, {operation}, true, false, needs_values};
  allocation.shadow->visit(address.value - allocation.address.value, bytes,
                           [&](ShadowCell& cell, uint64_t offset, uint64_t) { use_cell(user, cell, offset); });
}

void AccessChecker::store_range(uint32_t operation, DeviceAddress address, uint64_t bytes) {
  Allocation& allocation = *memory_.find(address);
  const User user{nullptr, nullptr, {operation}, false, true};
  allocation.shadow->visit(address.value - allocation.address.value, bytes,
                           [&](ShadowCell& cell, uint64_t offset, uint64_t) { use_cell(user, cell, offset); });
}

void AccessChecker::copy_definedness(DeviceAddress to, DeviceAddress from, uint64_t bytes) {
  Allocation& target = *memory_.find(to);
  Allocation& source = *memory_.find(from);
  const uint64_t begin = from.value - source.address.value;
  source.shadow->visit(begin, bytes, [&](ShadowCell& cell, uint64_t offset, uint64_t count) {
    if (cell.is_written) return;
    target.shadow->visit(to.value - target.address.value + (offset - begin), count,
                         [](ShadowCell& copied, uint64_t, uint64_t) { copied.is_written = false; });
  });
}

}  // namespace ag::device
