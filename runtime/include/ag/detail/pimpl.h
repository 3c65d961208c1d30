#pragma once
/// The pointer of the pimpl idiom.
#include <cstddef>
#include <utility>

namespace ag::detail {

/// Owns an object whose type only the sources of the runtime complete. The class that holds it declares its destructor
/// and constructors there. It is std::unique_ptr with less to instantiate: every file of a user compiles it.
template <class T>
class Pimpl {
 public:
  Pimpl() = default;
  Pimpl(std::nullptr_t) {}
  /// Takes ownership.
  explicit Pimpl(T* object) : object_(object) {}
  /// Takes the object of a std::unique_ptr.
  template <class Owner>
    requires requires(Owner& owner) { static_cast<T*>(owner.release()); }
  Pimpl(Owner&& owner) : object_(owner.release()) {}
  Pimpl(Pimpl&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Pimpl& operator=(Pimpl&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Pimpl() { delete object_; }

  T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace ag::detail
