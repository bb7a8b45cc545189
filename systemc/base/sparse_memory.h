// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_
#define PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace podsim {

/// A byte-addressed memory whose 64 KiB pages are allocated, zeroed, at their first write.
///
/// The page table has two levels, the second allocated at the first write as well: an untouched
/// memory of 16 GiB costs 2 KiB, so that a pod of 8192 of them fits into a host.
class SparseMemory {
 public:
  static constexpr std::uint64_t kPageBytes = 64 * 1024;
  static constexpr std::uint64_t kRegionPages = 1024;
  static constexpr std::uint64_t kRegionBytes = kRegionPages * kPageBytes;  ///< 64 MiB

  /// `bytes` is a multiple of kPageBytes.
  explicit SparseMemory(std::uint64_t bytes);

  std::uint64_t size() const { return bytes_; }
  /// Bytes of host memory behind the pages written so far.
  std::uint64_t allocated() const { return allocated_; }
  /// Bytes of host memory of the page table.
  std::uint64_t table_bytes() const;

  /// Copies; the range must lie within size() (InternalError otherwise: callers check first).
  void read(std::uint64_t address, void* target, std::uint64_t length) const;
  void write(std::uint64_t address, const void* source, std::uint64_t length);

  /// Direct pointer to the page's bytes from `address` to the end of its page, for reading; a page
  /// never written reads as a shared page of zeros.
  const std::byte* readable(std::uint64_t address) const {
    const std::byte* page = page_of(address);
    return (page != nullptr ? page : zero_page()) + address % kPageBytes;
  }
  /// The same for writing; allocates the page.
  std::byte* writable(std::uint64_t address) {
    std::byte* page = page_of(address);
    return (page != nullptr ? page : allocate(address)) + address % kPageBytes;
  }
  /// Whether the page of `address` has been written.
  bool written(std::uint64_t address) const { return page_of(address) != nullptr; }

  /// Hash of the contents; a page of zeros counts as one never written.
  std::uint64_t digest() const;

 private:
  using Page = std::unique_ptr<std::byte[]>;
  using Region = std::array<Page, kRegionPages>;

  static const std::byte* zero_page();
  std::byte* page_of(std::uint64_t address) const {
    const Region* region = regions_[address / kRegionBytes].get();
    return region != nullptr ? (*region)[address / kPageBytes % kRegionPages].get() : nullptr;
  }
  std::byte* allocate(std::uint64_t address);
  void check_range(std::uint64_t address, std::uint64_t length) const;

  std::uint64_t bytes_;
  std::uint64_t allocated_ = 0;
  std::vector<std::unique_ptr<Region>> regions_;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_SPARSE_MEMORY_H_
