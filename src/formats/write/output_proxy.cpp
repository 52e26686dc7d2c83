// Bytes that a writer makes, on their way to OutputBytes.
#include "formats/write/output_proxy.h"
#include "base/error.h"
#include "formats/common/messages.h"
#include "platform/descriptor.h"
#include <algorithm>
#include <cerrno>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace atrous {
std::size_t OutputProxy::read(void* to, std::size_t count) {
    const std::size_t done = bytes_.get(to, count, std::uint64_t(m_pos));
    m_pos += std::int64_t(done);
    return done;
}
std::size_t OutputProxy::write(const void* from, std::size_t count) {
    bytes_.put(from, count, std::uint64_t(m_pos));
    m_pos += std::int64_t(count);
    return count;
}
std::size_t OutputProxy::pread(void* to, std::size_t count, std::int64_t at) {
    return bytes_.get(to, count, std::uint64_t(at));
}
std::size_t OutputProxy::pwrite(const void* from, std::size_t count, std::int64_t at) {
    bytes_.put(from, count, std::uint64_t(at));
    return count;
}

MemoryFile::MemoryFile(const ScratchPtr& scratch, std::size_t room)
    : room_(scratch ? room : 0),
      file_(scratch ? make_unnamed_file(scratch->folder, room) : ::memfd_create("atrous", MFD_CLOEXEC)) {
    if (file_ < 0) throw file_error(messages::memory_file, "created", std::strerror(errno));
}
MemoryFile::~MemoryFile() { ::close(file_); }

std::string MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(file_); }

void MemoryFile::put(const std::string& bytes) {
    if (const int problem = write_at(file_, bytes.data(), bytes.size(), 0); problem != 0)
        throw file_error(messages::memory_file, "written", std::strerror(problem));
}

std::uint64_t MemoryFile::size() const { return std::uint64_t(::lseek(file_, 0, SEEK_END)); }

void MemoryFile::read(std::string& bytes, std::uint64_t from) const {
    if (read_at(file_, bytes.data(), bytes.size(), from) < bytes.size())
        throw file_error(messages::memory_file, "read", "it is too short");
}

std::string MemoryFile::read() const {
    std::string bytes(std::size_t(size()), '\0');
    read(bytes, 0);
    return bytes;
}

void MemoryFile::copy_to(OutputBytes& bytes) const {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    std::string part;
    for (std::uint64_t at = 0; at < size(); at += piece) {
        part.resize(std::size_t(std::min(piece, size() - at)));
        read(part, at);
        bytes.put(part.data(), part.size(), at);
    }
}

bool MemoryFile::is_at_limit() const {
    rlimit limit{};
    if (room_ > 0 && size() >= room_) return true;
    return ::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
           size() >= limit.rlim_cur;
}

} // namespace atrous
