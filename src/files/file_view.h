// The bytes of a file at any place, without reading all of it; hides byte orders.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace atrous {

class FileView {
  public:
    /// Throws a file error: the file cannot be opened.
    explicit FileView(const std::filesystem::path& path);
    /// Bytes in memory, in place of a file.
    static FileView of(std::string bytes);
    ~FileView();
    FileView(const FileView&) = delete;
    FileView& operator=(const FileView&) = delete;

    std::uint64_t size() const { return size_; }
    /// Whether so many bytes are there.
    bool has(std::uint64_t at, std::uint64_t count) const { return at <= size_ && count <= size_ - at; }
    /// Bytes at a place, as many of them as there are.
    std::string bytes(std::uint64_t at, std::uint64_t count) const;
    /// A number of `count` bytes (at most 8); 0 beyond the end.
    std::uint64_t number(std::uint64_t at, int count, bool big_endian = true) const;

  private:
    struct FromMemory {};
    FileView(std::string bytes, FromMemory);

    int file_; ///< -1: `block_` is all
    std::uint64_t size_ = 0;
    mutable std::string block_; ///< numbers lie close together
    mutable std::uint64_t block_at_ = 0;
};

/// A number in bytes that are there.
std::uint64_t number_in(std::string_view bytes, std::size_t at, int count, bool big_endian = true);
/// The lowest `count` bytes of a number.
std::string number_bytes(std::uint64_t number, int count, bool big_endian = true);

/// The first bytes of a file (32, or all of a shorter one), by which formats are known. Throws a file error:
/// no such file, cannot be opened or read, is no regular file, is empty.
std::string first_bytes(const std::filesystem::path& path);

} // namespace atrous
