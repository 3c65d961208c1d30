#include "tensor/interned_strings.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "base/check.h"

namespace ag::detail {

/// An interned string and its slot in the table. Slots are reused; the generation distinguishes the strings of one
/// slot.
struct InternedString {
  std::string text;
  std::atomic<uint32_t> keepers{0};
  uint32_t place = 0;
  uint32_t generation = 0;
};

namespace {

constexpr size_t kMaxInWord = 7;  // the last byte is the length
constexpr int kCountShift = 56;
constexpr uint64_t kKept = 0xff;  // in the last byte: interned; the other bytes are slot and generation
constexpr int kGenerationShift = 32;
constexpr uint32_t kGenerations = uint32_t{1} << (kCountShift - kGenerationShift);

/// The table of all interned strings. It is never destroyed, since tensors may outlive static objects. Strings are
/// added and removed under an exclusive lock, so a shared lock keeps all of them.
struct Table {
  std::shared_mutex mutex;
  std::deque<InternedString> strings;  // a deque, so that addresses are stable
  std::vector<uint32_t> free;
  std::unordered_map<std::string_view, InternedString*> known;
};

Table& table() {
  static auto* const table = new Table;
  return *table;
}

bool is_kept_word(uint64_t word) { return word >> kCountShift == kKept; }

uint64_t word_of(const InternedString& string) {
  return kKept << kCountShift | uint64_t{string.generation} << kGenerationShift | string.place;
}

/// Returns the string of an id, or null if there is none. The caller holds the lock.
InternedString* find(Table& all, uint64_t word) {
  const auto place = static_cast<uint32_t>(word);
  if (place >= all.strings.size()) return nullptr;
  InternedString& string = all.strings[place];
  const bool is_there = string.keepers.load(std::memory_order_relaxed) > 0 && word_of(string) == word;
  return is_there ? &string : nullptr;
}

/// Interns a string and adds a reference to it.
InternedString* keep(std::string_view text) {
  Table& all = table();
  const auto find = [&]() -> InternedString* {
    const auto found = all.known.find(text);
    if (found == all.known.end()) return nullptr;
    found->second->keepers.fetch_add(1, std::memory_order_relaxed);
    return found->second;
  };
  {
    const std::shared_lock lock(all.mutex);
    if (InternedString* found = find()) return found;
  }
  const std::unique_lock lock(all.mutex);
  if (InternedString* found = find()) return found;
  if (all.free.empty()) {
    all.free.push_back(static_cast<uint32_t>(all.strings.size()));
    all.strings.emplace_back().place = all.free.back();
  }
  InternedString& made = all.strings[all.free.back()];
  made.text = text;
  all.known.emplace(made.text, &made);
  made.keepers.store(1, std::memory_order_relaxed);
  all.free.pop_back();
  return &made;
}

/// Removes a reference, unless it is the last one. Returns false then.
bool release_shared(InternedString& string) {
  uint32_t count = string.keepers.load(std::memory_order_relaxed);
  while (count > 1) {
    if (string.keepers.compare_exchange_weak(count, count - 1, std::memory_order_release)) return true;
  }
  return false;
}

/// Removes a reference. The caller holds the exclusive lock.
void drop_keeper(Table& all, InternedString& string) {
  if (string.keepers.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  all.known.erase(string.text);
  string.text = std::string();
  string.generation = (string.generation + 1) % kGenerations;
  all.free.push_back(string.place);
}

/// Calls `visit` for all elements of an array with any strides.
template <class F>
void for_each_word(const TensorImpl& words, size_t axis, const std::byte* at, F&& visit) {
  if (axis == words.shape.size()) {
    uint64_t word = 0;
    __builtin_memcpy(&word, at, sizeof(word));
    visit(word);
    return;
  }
  for (int64_t k = 0; k < words.shape[axis]; ++k) {
    for_each_word(words, axis + 1, at + k * words.strides[axis] * static_cast<int64_t>(sizeof(uint64_t)), visit);
  }
}

}  // namespace

uint64_t InternedStrings::word_of(std::string_view text) {
  if (text.size() > kMaxInWord) {
    strings_.push_back(keep(text));
    return detail::word_of(*strings_.back());
  }
  uint64_t word = 0;
  for (size_t k = 0; k < text.size(); ++k) word |= uint64_t{static_cast<unsigned char>(text[k])} << (8 * k);
  return word | uint64_t{text.size()} << kCountShift;
}

void InternedStrings::add(const TensorImpl& words) {
  Table& all = table();
  const std::shared_lock lock(all.mutex);
  for_each_word(words, 0, words.data(), [&](uint64_t word) {
    InternedString* string = is_kept_word(word) ? find(all, word) : nullptr;
    if (!string || (!strings_.empty() && strings_.back() == string)) return;
    string->keepers.fetch_add(1, std::memory_order_relaxed);
    strings_.push_back(string);
  });
}

InternedStrings::~InternedStrings() {
  std::erase_if(strings_, [](InternedString* string) { return release_shared(*string); });
  if (strings_.empty()) return;
  Table& all = table();
  const std::unique_lock lock(all.mutex);
  for (InternedString* string : strings_) drop_keeper(all, *string);
}

std::string text_of_word(uint64_t word) {
  if (is_kept_word(word)) {
    Table& all = table();
    const std::shared_lock lock(all.mutex);
    const InternedString* string = find(all, word);
    AG_CHECK(string, "a number stands for a string that it is not the word of, or whose string is gone");
    return string->text;
  }
  const uint64_t count = word >> kCountShift;
  AG_CHECK(count <= kMaxInWord, "a number stands for a string that it is not the word of");
  std::string text(count, '\0');
  for (size_t k = 0; k < text.size(); ++k) text[k] = static_cast<char>(word >> (8 * k));
  return text;
}

void retain_strings(InternedStrings* strings) noexcept { strings->retain(); }

void release_strings(InternedStrings* strings) noexcept {
  if (strings->release()) delete strings;
}

void set_strings(TensorImpl& words, InternedStrings* strings) {
  if (strings) strings->retain();
  if (InternedStrings* before = std::exchange(words.strings, strings)) release_strings(before);
}

void find_strings(TensorImpl& result) {
  if (result.strings || result.dtype != DType::uint64) return;
  StringKeeper keeper;
  keeper.add(result);
  keeper.give_to(result);
}

void renew_strings(TensorImpl& result) {
  InternedStrings* before = std::exchange(result.strings, nullptr);
  find_strings(result);
  if (before) release_strings(before);
}

void add_strings(TensorImpl& result, std::span<TensorImpl* const> inputs) {
  if (result.dtype != DType::uint64) return;
  constexpr size_t kFew = 16;
  const auto elements = static_cast<size_t>(result.shape.element_count());
  InternedStrings* strings = result.strings;
  // References to the strings of overwritten elements accumulate. They are dropped at times, since this takes a pass
  // over all elements.
  if (!strings || !is_unique(strings) || strings->size() > 2 * elements + kFew) return renew_strings(result);
  for (const TensorImpl* input : inputs.subspan(1)) {
    if (input->strings) strings->add(*input);
  }
}

bool has_interned_strings(const TensorImpl& words) {
  if (words.dtype != DType::uint64 || words.is_on_device()) return false;
  Table& all = table();
  const std::shared_lock lock(all.mutex);
  bool found = false;
  for_each_word(words, 0, words.data(),
                [&](uint64_t word) { found = found || (is_kept_word(word) && find(all, word)); });
  return found;
}

size_t interned_string_count() {
  Table& all = table();
  const std::shared_lock lock(all.mutex);
  return all.known.size();
}

}  // namespace ag::detail
