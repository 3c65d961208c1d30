#pragma once
/// The lifetime of the strings that string ids stand for (words.h): as long as a tensor holds the id.
///
/// A tensor keeps references to the strings of its own elements. Operations move ids as numbers, unaware of strings.
/// After an operation on operands with strings, its executor searches the results for the strings that they have to
/// keep. Native code moves ids in registers only if no string can be added or removed while it runs; elsewhere kernels
/// move them (lower/string_ids.h).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/impl.h"
#include "tensor/words.h"

namespace ag::detail {

struct InternedString;

/// A set of references to strings. Tensors share it if they share elements.
class InternedStrings : public Counted {
 public:
  InternedStrings() = default;
  ~InternedStrings();
  InternedStrings(const InternedStrings&) = delete;
  InternedStrings& operator=(const InternedStrings&) = delete;

  /// Returns the id of a string, which is kept from here on.
  uint64_t word_of(std::string_view text);
  /// Adds references to the strings of the elements of an array. Another owner must keep them during the call.
  void add(const TensorImpl& words);
  /// The number of references; strings that fit into their ids need none.
  size_t size() const { return strings_.size(); }

 private:
  std::vector<InternedString*> strings_;
};

/// Sets the strings of an array of ids; null if all strings fit into their ids.
void set_strings(TensorImpl& words, InternedStrings* strings);
/// Collects the strings of ids that an operation makes. At its end, `give_to` moves them to the resulting tensor.
class StringKeeper {
 public:
  StringKeeper() : strings_(new InternedStrings) {}
  ~StringKeeper() { release_strings(strings_); }
  StringKeeper(const StringKeeper&) = delete;
  StringKeeper& operator=(const StringKeeper&) = delete;

  uint64_t word_of(std::string_view text) { return strings_->word_of(text); }
  void add(const TensorImpl& words) { strings_->add(words); }
  void give_to(TensorImpl& words) { set_strings(words, strings_->size() > 0 ? strings_ : nullptr); }

 private:
  InternedStrings* strings_;
};

/// True if an operation on these arrays may yield ids of interned strings.
inline bool keep_strings(std::span<TensorImpl* const> inputs) {
  for (const TensorImpl* input : inputs) {
    if (input->strings) return true;
  }
  return false;
}
/// Sets the strings of an array of ids that was made of other arrays, which still keep the strings. Does nothing if the
/// array keeps some already.
void find_strings(TensorImpl& result);
/// The same in memory that held other ids before.
void renew_strings(TensorImpl& result);
/// The same after an operation has overwritten some elements of inputs[0] by those of other inputs.
void add_strings(TensorImpl& result, std::span<TensorImpl* const> inputs);

/// True if an element is the id of an interned string, which means nothing in another process.
bool has_interned_strings(const TensorImpl& words);

/// The number of interned strings in the process.
size_t interned_string_count();

}  // namespace ag::detail
