#pragma once
/// The signatures of a traced function whose calls run eagerly, because tracing them failed.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ag/detail/eager_call.h"

namespace ag::detail {

/// True if `error` says that a construct cannot become a part of a graph, although it may run eagerly.
bool is_limit_of_tracing(const Error& error);

/// True if AG_STRICT asks for an error where a function would run eagerly.
bool requires_graphs();

/// Not synchronized: the lock of the function guards it.
class EagerCalls {
 public:
  /// Records that calls of this signature cannot be traced.
  void add(std::string call, std::span<const uint64_t> words, const Error& error);
  /// True if a call of this signature runs eagerly. After kMaxSignatures failures every call does: tracing is slow, and
  /// further signatures fail as well.
  bool contain(std::span<const uint64_t> words) const;
  /// Warns on std::cerr, once for each construct that ends traces of `function`.
  void warn(const std::string& function);
  std::vector<EagerCall> list() const;
  void clear() { entries_.clear(); }

 private:
  static constexpr size_t kMaxSignatures = 8;

  struct Entry {
    EagerCall call;
    std::vector<uint64_t> words;
    std::string remedy;
    bool told = false;
  };
  std::vector<Entry> entries_;
};

}  // namespace ag::detail
