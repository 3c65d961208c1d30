/// The strings of members of staged classes, and their ids.
#include <mutex>
#include <unordered_map>

#include "ag/staging/texts/staged_string.h"
#include "tensor/impl.h"
#include "tensor/interned_strings.h"

namespace ag::detail {

namespace {

/// The strings of converted code that outlive every trace. The table is never destroyed, since static objects may use
/// it.
struct KeptStrings {
  std::mutex mutex;
  std::unordered_map<std::string, uint64_t> words;
  std::unordered_map<uint64_t, const std::string*> texts;
  InternedStrings strings;
};
KeptStrings& kept_strings() {
  static auto* const all = new KeptStrings;
  return *all;
}

}  // namespace

KeptString keep_string(std::string_view text) {
  KeptStrings& all = kept_strings();
  const std::lock_guard lock(all.mutex);
  const auto [place, added] = all.words.try_emplace(std::string(text), 0);
  if (added) {
    place->second = all.strings.word_of(text);
    all.texts.emplace(place->second, &place->first);
  }
  return {&place->first, place->second};
}

const std::string& kept_string(uint64_t word) {
  KeptStrings& all = kept_strings();
  {
    const std::lock_guard lock(all.mutex);
    if (const auto known = all.texts.find(word); known != all.texts.end()) return *known->second;
  }
  return *keep_string(text_of_word(word)).text;
}

Staged<uint64_t> word_in(const Tensor& words, KeptString& kept) {
  if (words.impl()->is_symbol()) return Staged<uint64_t>::of(words);
  kept = keep_string(strings_of(words)[0]);
  return kept.word;
}

Tensor word_of_text(std::string_view text) { return words_tensor({std::string(text)}, Shape()); }
const char* text_of_word(const Tensor& word) { return keep_string(strings_of(word)[0]).text->c_str(); }

}  // namespace ag::detail
