// Makes scratch files without a name, reserves their space on the disk at once, and maps them.
#include "platform/bytes.h"
#include "base/error.h"
#include "base/size.h"
#include "platform/huge_pages.h"
#include "platform/messages.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace atrous {
namespace {

/// Reserves the space on the disk. Returns 0 or the error number.
int take_room(int file, const fs::path& folder, std::size_t bytes) {
    int done = 0;
    do {
        done = ::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, off_t(bytes));
    } while (done != 0 && errno == EINTR);
    if (done == 0) return 0;
    if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
    return free_bytes(folder) < bytes ? ENOSPC : 0; // all that can be asked there
}

Error cannot_make(const fs::path& folder, std::size_t bytes, int problem) {
    return file_error(messages::scratch_not_made, format_bytes(bytes), folder, std::strerror(problem));
}

std::byte* map_file(const fs::path& folder, std::size_t bytes) {
    const int file = make_unnamed_file(folder, bytes);
    const bool sized = ::ftruncate(file, off_t(bytes)) == 0;
    void* const at = sized ? ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    const int problem = errno;
    ::close(file);
    if (at == MAP_FAILED) throw cannot_make(folder, bytes, problem);
    return static_cast<std::byte*>(at);
}

} // namespace

int make_unnamed_file(const fs::path& folder) {
    const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
    std::string name = (folder / ".atrous-scratch-XXXXXX").string();
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0) ::unlink(name.c_str());
    return named;
}

int make_unnamed_file(const fs::path& folder, std::size_t room) {
    const int file = make_unnamed_file(folder);
    const int problem = file < 0 ? errno : take_room(file, folder, room);
    if (problem == 0) return file;
    if (file >= 0) ::close(file);
    throw cannot_make(folder, room, problem);
}

std::uint64_t free_bytes(const fs::path& folder) {
    struct statvfs disk {};
    if (::statvfs(folder.c_str(), &disk) != 0) return std::numeric_limits<std::uint64_t>::max();
    return std::uint64_t(disk.f_bavail) * disk.f_frsize;
}

void FreeBytes::operator()(std::byte* bytes) const noexcept {
    if (lent) return;
    if (mapped > 0)
        ::munmap(bytes, mapped);
    else
        std::free(bytes);
}

Bytes::Bytes(std::size_t n, ScratchPtr place) : size(n), scratch(n > 0 ? std::move(place) : nullptr) {
    if (scratch) {
        data = {map_file(scratch->folder, n), FreeBytes{n}};
    } else if (n >= min_huge) {
        data = {static_cast<std::byte*>(map_pages(n)), FreeBytes{n}};
    } else {
        data = {static_cast<std::byte*>(allocate_pages(n)), FreeBytes{}};
        std::memset(data.get(), 0, n);
    }
}

void Bytes::let_go() const noexcept {
    if (scratch && data) ::madvise(data.get(), size, MADV_DONTNEED); // of a shared file nothing is lost
}

int band_rows(const Bytes& picture, int height) {
    if (!picture.scratch || height < 1) return height;
    const std::size_t row = std::max<std::size_t>(picture.size / std::size_t(height), 1);
    return int(std::clamp<std::size_t>(picture.scratch->window / row, 1, std::size_t(height)));
}

} // namespace atrous
