// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_ZEROED_ARRAY_H_
#define PODSIM_SYSTEMC_CORE_ZEROED_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace podsim {

/// A zeroed array on 4 KiB boundaries whose host pages are taken at their first touch: a pod has
/// thousands of cores, most of which use few of their registers and buffers.
template <typename T>
class ZeroedArray {
  static_assert(std::is_trivial_v<T>);

 public:
  explicit ZeroedArray(std::size_t count)
      : count_(count), block_(std::calloc(count * sizeof(T) + kAlignment, 1)) {
    if (block_ == nullptr) throw std::bad_alloc();
    void* start = block_.get();
    std::size_t space = count * sizeof(T) + kAlignment;
    data_ = static_cast<T*>(std::align(kAlignment, count * sizeof(T), start, space));
  }

  std::size_t size() const { return count_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t kAlignment = 4096;
  struct Free {
    void operator()(void* block) const { std::free(block); }
  };
  std::size_t count_;
  std::unique_ptr<void, Free> block_;
  T* data_ = nullptr;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_ZEROED_ARRAY_H_
