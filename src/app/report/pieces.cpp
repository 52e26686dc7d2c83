// A head of fixed size, then the text.
#include "app/report/pieces.h"
#include "system/descriptor.h"
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

} // namespace

PieceFile::PieceFile(int descriptor) : file_(descriptor) {
    struct stat info {};
    const std::uint64_t all = ::fstat(file_, &info) == 0 ? std::uint64_t(info.st_size) : 0;
    for (PieceHead head{}; end_ + sizeof head <= all; end_ += sizeof head + head.size) {
        read_at(file_, &head, sizeof head, end_);
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
    if (problem_ == 0) problem_ = write_at(file_, bytes.data(), bytes.size(), end_);
    if (problem_ != 0) return problem_;
    pieces_.push_back({kind, end_ + sizeof head, text.size()});
    end_ += bytes.size();
    return 0;
}

std::string PieceFile::text(const ReportPiece& piece, std::uint64_t most) const {
    std::string text(std::min(piece.size, most), '\0');
    text.resize(read_at(file_, text.data(), text.size(), piece.at));
    return text;
}

} // namespace atrous
