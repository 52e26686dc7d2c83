// Reads by offset, a block ahead for numbers.
#include "io/check/file_view.h"
#include "base/error.h"
#include "base/standard_streams.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {

FileView::FileView(const std::filesystem::path& path)
    : file_(::open(file_of(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file_ < 0) throw file_error(path.string() + ": cannot be opened: " + std::strerror(errno));
    struct stat info {};
    if (::fstat(file_, &info) == 0) size_ = std::uint64_t(info.st_size);
}

FileView::~FileView() { ::close(file_); }

std::string FileView::bytes(std::uint64_t at, std::uint64_t count) const {
    if (at >= size_) return {};
    std::string found(std::size_t(std::min(count, size_ - at)), '\0');
    std::size_t done = 0;
    while (done < found.size()) {
        const ssize_t got = ::pread(file_, found.data() + done, found.size() - done, off_t(at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += std::size_t(got);
    }
    found.resize(done);
    return found;
}

std::uint64_t FileView::number(std::uint64_t at, int count, bool big_endian) const {
    constexpr std::uint64_t ahead = 4096;
    if (!has(at, std::uint64_t(count))) return 0;
    if (at < block_at_ || at + std::uint64_t(count) > block_at_ + block_.size()) {
        block_ = bytes(at, ahead);
        block_at_ = at;
    }
    const std::size_t in_block = std::size_t(at - block_at_);
    return in_block + std::size_t(count) <= block_.size() ? number_in(block_, in_block, count, big_endian)
                                                          : 0;
}

std::uint64_t number_in(std::string_view bytes, std::size_t at, int count, bool big_endian) {
    std::uint64_t value = 0;
    for (int i = 0; i < count; ++i) {
        const std::size_t from = at + std::size_t(big_endian ? i : count - 1 - i);
        value = value << 8 | static_cast<unsigned char>(bytes[from]);
    }
    return value;
}

} // namespace atrous
