#pragma once
/// How long the strings live that words stand for (words.h): as long as a tensor that has one of its words.
///
/// A tensor keeps the strings of its own elements. Operations move words as numbers and know nothing of strings: what
/// runs them looks, in what they made of operands that keep some, which strings it has to keep. Native code moves words
/// in registers where no string can come or go while it runs; elsewhere kernels move them (codegen/words.h).
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tensor/impl.h"
#include "tensor/words.h"

namespace ag::detail {

struct KeptString;

/// Strings that live at least as long as this object. Tensors share one where they share elements.
class KeptStrings : public Counted {
 public:
  KeptStrings() = default;
  ~KeptStrings();
  KeptStrings(const KeptStrings&) = delete;
  KeptStrings& operator=(const KeptStrings&) = delete;

  /// The word of a string, which is kept from here on.
  uint64_t word_of(std::string_view text);
  /// Keeps what the elements of an array stand for, which somebody else keeps now.
  void add(const TensorImpl& words);
  /// How many are kept; words that stand for themselves need nothing.
  size_t size() const { return strings_.size(); }

 private:
  std::vector<KeptString*> strings_;
};

/// An array of words keeps `strings`; null where they stand for themselves.
void set_strings(TensorImpl& words, KeptStrings* strings);
/// What words were given while it lives keeps them: at the end of an operation that made `words` of strings.
class StringKeeper {
 public:
  StringKeeper() : strings_(new KeptStrings) {}
  ~StringKeeper() { release_strings(strings_); }
  StringKeeper(const StringKeeper&) = delete;
  StringKeeper& operator=(const StringKeeper&) = delete;

  uint64_t word_of(std::string_view text) { return strings_->word_of(text); }
  void add(const TensorImpl& words) { strings_->add(words); }
  void give_to(TensorImpl& words) { set_strings(words, strings_->size() > 0 ? strings_ : nullptr); }

 private:
  KeptStrings* strings_;
};

/// Whether an operation on these arrays may give words of strings.
inline bool keep_strings(std::span<TensorImpl* const> inputs) {
  for (const TensorImpl* input : inputs) {
    if (input->strings) return true;
  }
  return false;
}
/// An array of words that was made of others keeps what it has of their strings, which live now; nothing to do where it
/// keeps some already.
void find_strings(TensorImpl& result);
/// The same in memory that has held other words.
void renew_strings(TensorImpl& result);
/// The same where an operation has overwritten some elements of inputs[0] by those of others.
void add_strings(TensorImpl& result, std::span<TensorImpl* const> inputs);

/// How many strings live in the process.
size_t kept_string_count();

}  // namespace ag::detail
