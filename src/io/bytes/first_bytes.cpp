// Opens without waiting, since a pipe may stand where a file should.
#include "io/bytes/first_bytes.h"
#include "base/error.h"
#include "system/standard_streams.h"
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace atrous {

std::string first_bytes(const std::filesystem::path& path) {
    struct stat info {};
    const int file = ::open(file_of(path).c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const int problem = errno;
    if (file < 0 && problem == ENOENT) throw file_error(path.string() + ": no such file");
    if (file < 0) throw file_error(path.string() + ": cannot be opened: " + std::strerror(problem));
    std::array<char, 32> head{};
    const bool known = fstat(file, &info) == 0;
    const bool regular = known && S_ISREG(info.st_mode);
    const ssize_t count = regular ? ::read(file, head.data(), head.size()) : 0;
    ::close(file);
    if (known && S_ISDIR(info.st_mode)) throw file_error(path.string() + ": is a folder, not an image");
    if (!regular) throw file_error(path.string() + ": is not a regular file");
    if (count < 0) throw file_error(path.string() + ": cannot be read");
    if (info.st_size == 0 && is_standard_input(path))
        throw file_error("-: is empty: nothing came through the standard input");
    if (info.st_size == 0) throw file_error(path.string() + ": is empty (0 bytes)");
    return {head.data(), std::size_t(count)};
}

} // namespace atrous
