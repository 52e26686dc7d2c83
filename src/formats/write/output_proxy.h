// Receives the bytes of OpenImageIO's writers instead of a file, and hides how each of them is set up.
#pragma once
#include "files/output_bytes.h"
#include "platform/bytes.h"
#include <OpenImageIO/filesystem.h>

namespace atrous {

/// To a writer this is a file that takes all that is written.
class OutputProxy : public OIIO::Filesystem::IOProxy {
  public:
    explicit OutputProxy(OutputBytes& bytes) : IOProxy("", Write), bytes_(bytes) {}

    const char* proxytype() const override { return "atrous"; }
    std::size_t read(void* to, std::size_t count) override;
    std::size_t write(const void* from, std::size_t count) override;
    std::size_t pread(void* to, std::size_t count, std::int64_t at) override;
    std::size_t pwrite(const void* from, std::size_t count, std::int64_t at) override;
    std::size_t size() const override { return std::size_t(bytes_.size()); }

  private:
    OutputBytes& bytes_;
};

/// A file in memory with a path, for writers that need a path. For images in bands one without a name on the disk.
class MemoryFile {
  public:
    /// `room`: bytes that a file on the disk has room for. Throws a file error if there is no memory, or no room.
    explicit MemoryFile(const ScratchPtr& scratch = nullptr, std::size_t room = 0);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const;
    /// Puts bytes at its beginning. Throws a file error if there is no room.
    void put(const std::string& bytes);
    /// All of it. Throws a file error if it cannot be read.
    std::string read() const;
    /// All of it, piece by piece. Throws as read().
    void copy_to(OutputBytes& bytes) const;
    /// True if it has as many bytes as this process may put into a file, or it has room for: the rest may be lost.
    bool is_at_limit() const;

  private:
    std::uint64_t size() const;
    void read(std::string& bytes, std::uint64_t at) const;

    std::size_t room_;
    int file_;
};

} // namespace atrous
