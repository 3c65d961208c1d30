#include "kernel/random/random_words.h"

#include "kernel/instruction_set.h"

namespace ag::kernel {

namespace {

[[gnu::always_inline]] inline void compute(const RandomKey& key, uint64_t first, int64_t count, RandomWords& words) {
  uint32_t* __restrict const a = words.word[0].data();
  uint32_t* __restrict const b = words.word[1].data();
  uint32_t* __restrict const c = words.word[2].data();
  uint32_t* __restrict const d = words.word[3].data();
  for (int64_t i = 0; i < count; ++i) {
    const RandomBlock block = random_block(key, first + static_cast<uint64_t>(i));
    a[i] = block[0];
    b[i] = block[1];
    c[i] = block[2];
    d[i] = block[3];
  }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void compute_avx2(const RandomKey& key, uint64_t first, int64_t count, RandomWords& words) {
  compute(key, first, count, words);
}
[[gnu::target("avx512f,avx512dq")]] void compute_avx512(const RandomKey& key, uint64_t first, int64_t count,
                                                        RandomWords& words) {
  compute(key, first, count, words);
}
#endif

}  // namespace

void random_words(const RandomKey& key, uint64_t first, int64_t count, RandomWords& words) {
#if defined(__x86_64__)
  const InstructionSet set = instruction_set();
  if (set == InstructionSet::Avx512) return compute_avx512(key, first, count, words);
  if (set == InstructionSet::Avx2) return compute_avx2(key, first, count, words);
#endif
  compute(key, first, count, words);
}

}  // namespace ag::kernel
