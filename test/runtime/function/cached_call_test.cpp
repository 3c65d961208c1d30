/// A call whose trace is found: it takes no lock and allocates nothing but what it gives. This executable has its own
/// operator new and pthread_mutex_lock, which count.
#include <ag/staging/generated.h>
#include <dlfcn.h>
#include <pthread.h>

#include <cstdlib>
#include <new>

#include "exec/backend.h"
#include "exec/compiled.h"
#include "support/catch.h"

namespace {

struct Counts {
  long allocations = 0, locks = 0;
};
constinit thread_local Counts counts;

void* counted_allocation(std::size_t size, std::size_t alignment) {
  ++counts.allocations;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (!memory) throw std::bad_alloc();
  return memory;
}

int counted_lock(const char* name, pthread_mutex_t* mutex) {
  ++counts.locks;
  return reinterpret_cast<int (*)(pthread_mutex_t*)>(dlsym(RTLD_NEXT, name))(mutex);
}

}  // namespace

#if !AG_SANITIZED
void* operator new(std::size_t size) { return counted_allocation(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted_allocation(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept { return counted_lock("pthread_mutex_lock", mutex); }
extern "C" int pthread_mutex_trylock(pthread_mutex_t* mutex) noexcept {
  return counted_lock("pthread_mutex_trylock", mutex);
}
#endif

namespace ag::test {

namespace {

#define AG_COMPILED AG_OPTIONS(.executor = Executor::compiled)

Tensor first_of(Tensor a, Tensor b, Tensor c) {
  return traced<&first_of>(AG_COMPILED, AG_STATE(a, b, c), [](Tensor a, Tensor, Tensor) -> Tensor { return a; });
}

Tensor sum_of(Tensor a, Tensor b, Tensor c) {
  return traced<&sum_of>(AG_COMPILED, AG_STATE(a, b, c),
                         [](Tensor a, Tensor b, Tensor c) -> Tensor { return a + b + c; });
}

Tensor scaled(Tensor a, int by, std::string how, std::pair<Tensor, double> more) {
  return traced<&scaled>(AG_COMPILED, AG_STATE(a, by, how, more),
                         [](Tensor a, int by, std::string how, std::pair<Tensor, double> more) -> Tensor {
                           return how == "up" ? a * by + more.first : a - more.second;
                         });
}

std::pair<Tensor, Tensor> sum_and_last(Tensor a, Tensor b, Tensor c) {
  return traced<&sum_and_last>(AG_COMPILED, AG_STATE(a, b, c),
                               [](Tensor a, Tensor b, Tensor c) -> std::pair<Tensor, Tensor> { return {a + b, c}; });
}

Tensor any_length(Tensor a, Tensor b) {
  return traced<&any_length>(AG_OPTIONS(.reduce_retracing = true, .executor = Executor::compiled), AG_STATE(a, b),
                             [](Tensor a, Tensor b) -> Tensor { return a + b; });
}

struct Layer {
  Tensor weight = tensor({1.0, 2.0, 3.0});

  Tensor apply(Tensor x) {
    return traced<&Layer::apply>(AG_COMPILED, *this, AG_STATE(x), [this](Tensor x) -> Tensor { return x * weight; });
  }
};

/// What a call costs once it has been traced.
template <class Call>
Counts counts_of(Call call) {
  for (int k = 0; k < 3; ++k) call();
  const Counts before = counts;
  call();
  return {counts.allocations - before.allocations, counts.locks - before.locks};
}

bool has_native_code() {
  std::string why;
  if (AG_SANITIZED || !exec::backend(why)) {
    WARN("there is nothing to count: a build with a sanitizer, or without the code generator " << why);
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("the counters count") {
  if (!has_native_code()) return;
  const Counts before = counts;
  delete new int(1);
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  CHECK(counts.allocations == before.allocations + 1);
  CHECK(counts.locks == before.locks + 1);
}

TEST_CASE("a cached call allocates nothing but a result that stays, and takes no lock") {
  if (!has_native_code()) return;
  const Tensor a = tensor({1.0, 2.0, 3.0}), b = tensor({4.0, 5.0, 6.0}), c = tensor({7.0, 8.0, 9.0});
  Tensor result;
  Counts cost = counts_of([&] { result = first_of(a, b, c); });
  CHECK(cost.allocations == 0);
  CHECK(cost.locks == 0);
  // The result of the call before is given back, and its memory is there for the next.
  cost = counts_of([&] { result = sum_of(a, b, c); });
  CHECK(cost.allocations == 0);
  CHECK(cost.locks == 0);
  CHECK(result.to_vector<float>() == std::vector<float>{12, 15, 18});
  cost = counts_of([&] { result = scaled(a, 2, "up", {b, 0.5}); });
  CHECK(cost.allocations == 0);
  CHECK(cost.locks == 0);
  CHECK(result.to_vector<float>() == std::vector<float>{6, 9, 12});
  std::vector<Tensor> kept(200);
  size_t next = 0;
  for (int k = 0; k < 100; ++k) kept[next++] = sum_of(a, b, c);
  cost = counts_of([&] { kept[next++] = sum_of(a, b, c); });
  CHECK(cost.allocations == 1);
}

TEST_CASE("a cached call with several results has no list of them, where they are few") {
  if (!has_native_code()) return;
  const Tensor a = tensor({1.0, 2.0, 3.0}), b = tensor({4.0, 5.0, 6.0}), c = tensor({7.0, 8.0, 9.0});
  std::pair<Tensor, Tensor> result;
  const Counts cost = counts_of([&] { result = sum_and_last(a, b, c); });
  CHECK(cost.allocations == 0);
  CHECK(cost.locks == 0);
  CHECK(result.first.to_vector<float>() == std::vector<float>{5, 7, 9});
  CHECK(result.second.impl() == c.impl());
}

TEST_CASE("a cached call takes no lock where dimensions are open, nor where it reads an object") {
  if (!has_native_code()) return;
  Tensor result;
  for (const int length : {2, 3, 4}) {
    const Tensor ones = ag::ones({length});
    const Counts cost = counts_of([&] { result = any_length(ones, ones); });
    CHECK(cost.locks == 0);
    CHECK(cost.allocations == 0);
  }
  CHECK(function_of(any_length).tracing_count() == 2);
  Layer layer;
  const Tensor x = tensor({2.0, 2.0, 2.0});
  const Counts cost = counts_of([&] { result = layer.apply(x); });
  CHECK(cost.locks == 0);
  CHECK(result.to_vector<float>() == std::vector<float>{2, 4, 6});
}

}  // namespace ag::test
