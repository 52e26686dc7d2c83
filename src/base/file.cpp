// Reads and writes whole files through streams. Opens without waiting, since a path may lead to a pipe
// without a writer or to a silent device.
#include "base/file.h"
#include "base/error.h"
#include "base/messages.h"
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <poll.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

constexpr long pipe_system = 0x50495045; // PIPEFS_MAGIC of linux/magic.h
constexpr auto wait_for_writer = std::chrono::seconds(5);

BufferedInputs& buffered() {
    static BufferedInputs texts;
    return texts;
}

class OpenFile {
  public:
    explicit OpenFile(const fs::path& path)
        : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {}
    ~OpenFile() {
        if (file_ >= 0) ::close(file_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int descriptor() const { return file_; }

  private:
    int file_;
};

/// True if it was made by pipe(2), as by a shell for <(...): who writes into it has it open already.
bool has_writer_from_the_beginning(int file) {
    struct statfs system {};
    return ::fstatfs(file, &system) == 0 && system.f_type == pipe_system;
}

/// Without the byte order mark that some editors put before UTF-8.
std::string without_mark(std::string text, const std::string& name) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
        throw usage_error(messages::text_utf16, name);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    return text;
}

/// Throws a usage error that begins with `name` if a text is too long.
void check_text_size(std::size_t bytes, const std::string& name) {
    if (bytes > max_text_bytes) throw usage_error(messages::text_too_long, name, max_text_bytes >> 20);
}

/// Reads a pipe to its end.
std::string text_of_pipe(int file, const std::string& name) {
    const auto start = std::chrono::steady_clock::now();
    bool opened = has_writer_from_the_beginning(file);
    std::string text;
    for (std::array<char, 16384> block{};;) {
        const ssize_t count = ::read(file, block.data(), block.size());
        if (count > 0) {
            text.append(block.data(), std::size_t(count));
            check_text_size(text.size(), name);
        } else if (count < 0 && errno == EAGAIN) {
            opened = true;
            pollfd more{file, POLLIN, 0};
            ::poll(&more, 1, -1);
        } else if (count < 0 && errno != EINTR) {
            throw usage_error(messages::text_unreadable, name, std::strerror(errno));
        } else if (count == 0 && (opened || !text.empty())) {
            return without_mark(std::move(text), name);
        } else if (std::chrono::steady_clock::now() - start > wait_for_writer) {
            throw usage_error(messages::pipe_silent, name);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

/// Returns all bytes of a file, or of a device that gives bytes. Returns nothing if it cannot be read to its
/// end.
std::optional<std::string> text_of_file(int file, const std::string& name) {
    std::string text;
    for (std::array<char, 16384> block{};;) {
        const ssize_t count = ::read(file, block.data(), block.size());
        if (count < 0 && errno == EAGAIN) throw usage_error(messages::text_endless, name);
        if (count < 0 && errno != EINTR) return {};
        if (count == 0) return without_mark(std::move(text), name);
        if (count > 0) text.append(block.data(), std::size_t(count));
        check_text_size(text.size(), name);
    }
}

} // namespace

std::optional<std::string> read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return {};
    std::error_code unknown; // pipes have no size
    const auto size = std::filesystem::file_size(path, unknown);
    std::string bytes;
    if (!unknown) bytes.reserve(size);
    std::array<char, 65536> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0)
        bytes.append(block.data(), std::size_t(in.gcount()));
    if (in.bad()) return {};
    return bytes;
}

std::string unreadable_reason(const fs::path& path) {
    const OpenFile file(path);
    if (file.descriptor() < 0) return std::strerror(errno);
    std::error_code ec;
    return fs::is_directory(path, ec) ? "it is a folder" : "it is not a regular file";
}

std::string read_text(std::istream& in, const std::string& name) {
    std::string text;
    std::array<char, 65536> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0) {
        text.append(block.data(), std::size_t(in.gcount()));
        check_text_size(text.size(), name);
    }
    return without_mark(std::move(text), name);
}

void write_text(const std::string& path, const std::string& text) {
    if (path == "-") {
        std::cout << text;
        return;
    }
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw usage_error(messages::text_not_written, path);
}

bool is_text_file(const fs::path& path) {
    std::error_code ec;
    return fs::exists(path, ec) && !fs::is_directory(path, ec);
}

void hold_pipe(const fs::path& path) {
    std::error_code ec;
    if (!fs::is_fifo(path, ec) || buffered().contains(path.string())) return;
    const OpenFile file(path);
    if (file.descriptor() >= 0) buffered()[path.string()] = text_of_pipe(file.descriptor(), path.string());
}

const BufferedInputs& buffered_inputs() { return buffered(); }
void hold_texts(const BufferedInputs& texts) { buffered() = texts; }

std::optional<std::string> read_text(const fs::path& path) {
    hold_pipe(path);
    if (const auto known = buffered().find(path.string()); known != buffered().end()) return known->second;
    const OpenFile file(path);
    if (file.descriptor() < 0) return {};
    if (::isatty(file.descriptor())) throw usage_error(messages::text_terminal, path);
    return text_of_file(file.descriptor(), path.string());
}

} // namespace atrous
