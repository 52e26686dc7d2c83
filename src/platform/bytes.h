// Stores samples in memory, or in a scratch file on a disk if they exceed the memory limit. Hides that such a
// file is mapped, and which of its pages are in memory.
//
// Why a file, and not a rolling window of rows: regions need random rectangles, readers and writers need
// rows, twice if noise is measured first, and colours and channels are converted between them. Each of these
// steps works on a mapped file as on memory, so its result is the same bit for bit, for every format. It only
// has to release the finished pages, band by band.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>

namespace atrous {

/// A place for scratch files, and the memory limits of their users.
struct Scratch {
    std::filesystem::path folder;
    std::size_t window = std::size_t(16) << 20; ///< bytes of each file that may be in memory at a time
    std::size_t spare = 0; ///< bytes that data made of the samples may take in memory as a whole for a while
};
using ScratchPtr = std::shared_ptr<const Scratch>;

/// Opens a file that has no name, or loses it at once if the file system needs one (NFS). Returns -1 and sets
/// errno on failure.
int make_unnamed_file(const std::filesystem::path& folder);

/// Opens a file without a name and reserves this number of bytes on its disk, although it is empty. So no end
/// of the process leaves a file, and no write finds the disk full. Throws a file error that names the folder
/// if its disk is full or supports no such file.
int make_unnamed_file(const std::filesystem::path& folder, std::size_t room);

/// Returns the free bytes of a disk, or the largest number if it does not report them.
std::uint64_t free_bytes(const std::filesystem::path& folder);

/// Gives memory back, or a mapped file, which has no name.
struct FreeBytes {
    std::size_t mapped = 0; ///< bytes, or 0 for memory of the allocator
    bool lent = false;      ///< memory of others, which stays
    void operator()(std::byte* bytes) const noexcept;
};

/// Bytes that are 0 until they are filled, so that gaps left by a decoder never expose other memory. Large
/// blocks are fresh pages, which are 0 at no cost.
struct Bytes {
    std::unique_ptr<std::byte[], FreeBytes> data;
    std::size_t size = 0;
    ScratchPtr scratch; ///< null: in memory

    Bytes() = default;
    /// In a scratch file if there is a place for one. Throws as make_unnamed_file().
    explicit Bytes(std::size_t n, ScratchPtr place = nullptr);
    /// Memory of others, which outlives this.
    explicit Bytes(std::span<std::byte> lent) : data(lent.data(), FreeBytes{0, true}), size(lent.size()) {}

    /// Lets the pages of a scratch file leave memory. They are read once more at the next use.
    void let_go() const noexcept;
};

/// Returns the number of rows in the window of an image of that height: in memory, all.
int band_rows(const Bytes& picture, int height);

/// Calls work(first row, end row) for all rows of images of that height: once, or if some lie in scratch
/// files, for one band after the other, and then releases the band's pages.
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
