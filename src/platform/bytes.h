// Room for samples: memory, or a scratch file on a disk where they are more than memory may hold. Hides that such a file
// is mapped, and which of its pages are in memory.
//
// Why a file, and not a rolling window of rows: regions need rectangles at random, readers and writers need rows, twice
// where noise is measured first, and colours and channels are converted between them. Each of these steps works on a
// mapped file as it works on memory, so its result is the same bit for bit, for every format alike; it only has to let go
// of the pages it has done with, band by band.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>

namespace atrous {

/// A place for scratch files, and the memory of those who work with them.
struct Scratch {
    std::filesystem::path folder;
    std::size_t window = std::size_t(16) << 20; ///< bytes of each file that may be in memory at a time
    std::size_t spare =
        0; ///< bytes that may be in memory as a whole for a while, of what is made of the samples
};
using ScratchPtr = std::shared_ptr<const Scratch>;

/// An open file that has no name, or loses it at once where the file system needs one (NFS); -1 and errno.
int make_nameless_file(const std::filesystem::path& folder);

/// An open file without a name, with room for so many bytes on its disk, though it is empty; so no end of the process leaves
/// it behind, and no write finds the disk full. Throws a file error that names the folder: its disk is full, or takes no
/// such file.
int make_nameless_file(const std::filesystem::path& folder, std::size_t room);

/// Bytes that a disk has room for; the largest number where it does not say.
std::uint64_t free_bytes(const std::filesystem::path& folder);

/// Gives memory back, or a mapped file, which has no name.
struct FreeBytes {
    std::size_t mapped = 0; ///< bytes; 0: of the allocator
    bool lent = false;      ///< memory of others, which stays
    void operator()(std::byte* bytes) const noexcept;
};

/// Bytes that are 0 until they are filled: what a decoder leaves out is no memory of others. Large ones are fresh pages, which
/// are so for nothing.
struct Bytes {
    std::unique_ptr<std::byte[], FreeBytes> data;
    std::size_t size = 0;
    ScratchPtr scratch; ///< null: in memory

    Bytes() = default;
    /// In a scratch file where there is a place for one. Throws as make_nameless_file().
    explicit Bytes(std::size_t n, ScratchPtr place = nullptr);
    /// Memory of others, which outlives this.
    explicit Bytes(std::span<std::byte> lent) : data(lent.data(), FreeBytes{0, true}), size(lent.size()) {}

    /// The pages of a scratch file need not stay in memory: they are read again where they are used again.
    void let_go() const noexcept;
};

/// Rows of a picture of that height that its window has; all of one in memory.
int band_rows(const Bytes& picture, int height);

/// Calls work(first row, row behind the last) for all rows of pictures of that height: once, or where some lie in scratch
/// files a band after the other, whose pages it then lets go.
template <class Work>
void by_bands(int height, std::initializer_list<const Bytes*> pictures, Work work) {
    int rows = height;
    for (const Bytes* bytes : pictures) rows = std::min(rows, band_rows(*bytes, height));
    for (int y = 0; y < height; y += rows) {
        work(y, std::min(y + rows, height));
        for (const Bytes* bytes : pictures) bytes->let_go();
    }
}

} // namespace atrous
