// Reads by offset, with a block ahead for numbers. Opens without waiting, since the path may lead to a pipe.
#include "files/file_view.h"
#include "base/error.h"
#include "files/messages.h"
#include "platform/descriptor.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace atrous {

FileView::FileView(const std::filesystem::path& path)
    : file_(::open(file_of(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file_ < 0) throw file_error(messages::file_not_opened, path, std::strerror(errno));
    struct stat info {};
    if (::fstat(file_, &info) == 0) size_ = std::uint64_t(info.st_size);
}

FileView::FileView(std::string bytes, FromMemory)
    : file_(-1), size_(bytes.size()), block_(std::move(bytes)) {}

FileView FileView::of(std::string bytes) { return FileView(std::move(bytes), FromMemory()); }

FileView::~FileView() {
    if (file_ >= 0) ::close(file_);
}

std::string FileView::bytes(std::uint64_t at, std::uint64_t count) const {
    if (at >= size_) return {};
    if (file_ < 0) return block_.substr(std::size_t(at), std::size_t(std::min(count, size_ - at)));
    std::string found(std::size_t(std::min(count, size_ - at)), '\0');
    found.resize(read_at(file_, found.data(), found.size(), at));
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

namespace {

/// Returns the reason why a name leads to no file.
Message reason_absent(const std::filesystem::path& path) {
    std::error_code ec;
    const auto target = std::filesystem::read_symlink(path, ec);
    return ec ? message(messages::file_absent, path) : message(messages::link_broken, path, target);
}

/// Without a length: RST0 to RST7, SOI, TEM.
bool stands_alone(int marker) { return (marker >= 0xD0 && marker <= 0xD8) || marker == 0x01; }

} // namespace

std::string first_bytes(const std::filesystem::path& path) {
    struct stat info {};
    const int file = ::open(file_of(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const int problem = errno;
    if (file < 0 && problem == ENOENT) throw file_error(reason_absent(path));
    if (file < 0) throw file_error(messages::file_not_opened, path, std::strerror(problem));
    std::array<char, 32> head{};
    const bool known = fstat(file, &info) == 0;
    const bool regular = known && S_ISREG(info.st_mode);
    const ssize_t count = regular ? ::read(file, head.data(), head.size()) : 0;
    ::close(file);
    if (known && S_ISDIR(info.st_mode)) throw file_error(messages::image_is_folder, path);
    if (!regular) throw file_error(messages::file_not_regular, path);
    if (count < 0) throw file_error(messages::file_unreadable, path);
    if (info.st_size == 0 && is_standard_input(path)) throw file_error(messages::stdin_empty);
    if (info.st_size == 0) throw file_error(messages::file_empty, path);
    return {head.data(), std::size_t(count)};
}

std::optional<JpegMarker> next_jpeg_marker(const FileView& file, std::uint64_t& at) {
    for (; file.has(at, 2) && file.number(at, 1) == 0xFF;) {
        const int marker = int(file.number(at + 1, 1));
        if (marker == jpeg_end_marker) return JpegMarker{marker, at += 2, 0};
        if (marker == 0xFF || stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
            continue;
        }
        const std::uint64_t length = file.number(at + 2, 2);
        if (length < 2) break;
        const JpegMarker found{marker, at + 4, length - 2};
        at += 2 + length;
        return found;
    }
    return {};
}

std::optional<std::uint64_t> find_codestream(const FileView& file) {
    constexpr std::uint64_t begin = 0xff4fff51;
    std::uint64_t at = 0;
    if (file.number(0, 4) != begin)
        walk_boxes(file, 0, file.size(), [&](const Box& box) {
            if (box.name == "jp2c") at = box.at;
            return at == 0;
        });
    return file.number(at, 4) == begin ? std::optional(at) : std::nullopt;
}

bool is_jpeg_frame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

} // namespace atrous
