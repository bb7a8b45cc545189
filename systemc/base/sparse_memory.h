// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_
#define PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace podsim {

/// A byte-addressed memory whose 64 KiB pages are allocated, zeroed, at their first write.
class SparseMemory {
 public:
  static constexpr std::uint64_t kPageBytes = 64 * 1024;

  /// `bytes` is a multiple of kPageBytes.
  explicit SparseMemory(std::uint64_t bytes);

  std::uint64_t size() const { return bytes_; }
  /// Bytes of host memory behind the pages written so far.
  std::uint64_t allocated() const { return allocated_; }

  /// Copies; the range must lie within size() (InternalError otherwise: callers check first).
  void read(std::uint64_t address, void* target, std::uint64_t length) const;
  void write(std::uint64_t address, const void* source, std::uint64_t length);

  /// Direct pointer to the page's bytes from `address` to the end of its page, for reading; a page
  /// never written reads as a shared page of zeros.
  const std::byte* readable(std::uint64_t address) const {
    const std::byte* page = pages_[address / kPageBytes].get();
    return (page != nullptr ? page : zero_page()) + address % kPageBytes;
  }
  /// The same for writing; allocates the page.
  std::byte* writable(std::uint64_t address) {
    std::unique_ptr<std::byte[]>& page = pages_[address / kPageBytes];
    if (page == nullptr) allocate(page);
    return page.get() + address % kPageBytes;
  }

  /// Hash of the contents; a page of zeros counts as one never written.
  std::uint64_t digest() const;

 private:
  static const std::byte* zero_page();
  void allocate(std::unique_ptr<std::byte[]>& page);
  void check_range(std::uint64_t address, std::uint64_t length) const;

  std::uint64_t bytes_;
  std::uint64_t allocated_ = 0;
  std::vector<std::unique_ptr<std::byte[]>> pages_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_
