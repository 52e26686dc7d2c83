// A head of fixed size, then the text.
#include "app/batch/report/pieces.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {
namespace {

struct PieceHead {
    std::uint64_t size;
    PieceKind kind;
};

/// 0 or the error number.
int write_at(int file, const std::string& bytes, std::uint64_t at) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::pwrite(file, bytes.data() + done, bytes.size() - done, off_t(at + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return count < 0 ? errno : ENOSPC;
        done += std::size_t(count);
    }
    return 0;
}

std::string read_at(int file, std::uint64_t at, std::uint64_t size) {
    std::string bytes(size, '\0');
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::pread(file, bytes.data() + done, bytes.size() - done, off_t(at + done));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) break;
        done += std::size_t(count);
    }
    bytes.resize(done);
    return bytes;
}

} // namespace

PieceFile::PieceFile(int descriptor) : file_(descriptor) {
    struct stat info {};
    const std::uint64_t all = ::fstat(file_, &info) == 0 ? std::uint64_t(info.st_size) : 0;
    for (PieceHead head{}; end_ + sizeof head <= all; end_ += sizeof head + head.size) {
        std::memcpy(&head, read_at(file_, end_, sizeof head).data(), sizeof head);
        const std::uint64_t begin = end_ + sizeof head;
        if (head.size > all - begin) break;
        pieces_.push_back({head.kind, begin, head.size});
    }
    // What is added may be shorter than the half piece in its place.
    if (end_ < all && ::ftruncate(file_, off_t(end_)) != 0) problem_ = errno;
}

int PieceFile::add(PieceKind kind, const std::string& text) {
    PieceHead head{};
    head.size = text.size();
    head.kind = kind;
    std::string bytes(sizeof head, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
    bytes += text;
    const std::lock_guard guard(lock_);
    if (problem_ == 0) problem_ = write_at(file_, bytes, end_);
    if (problem_ != 0) return problem_;
    pieces_.push_back({kind, end_ + sizeof head, text.size()});
    end_ += bytes.size();
    return 0;
}

std::string PieceFile::text(const ReportPiece& piece, std::uint64_t most) const {
    return read_at(file_, piece.at, std::min(piece.size, most));
}

} // namespace atrous
