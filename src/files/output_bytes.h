// Stores the bytes that a library writes to a file: in memory up to a set size, and beyond it in the
// temporary file. Hides failed writes from the library, since few handle them: some ignore them, some end the
// process, and the tiled EXR writer waits without end.
#pragma once
#include "files/atomic_file.h"

namespace atrous {

class OutputBytes {
  public:
    /// Bytes that an output may take in memory while it is encoded.
    static constexpr std::size_t max_in_memory = std::size_t(32) << 20;

    /// Starts with an empty file. `most` is for tests.
    explicit OutputBytes(AtomicFile& file, std::size_t most = max_in_memory) : file_(file), most_(most) {}

    /// Writes bytes at an offset, and zeros into a gap before it. Keeps the first error for `finish`.
    void put(const void* bytes, std::size_t count, std::uint64_t at) noexcept;
    /// Reads bytes at an offset, fewer at the end.
    std::size_t get(void* bytes, std::size_t count, std::uint64_t at) const;
    std::uint64_t size() const { return size_; }

    /// Takes all bytes away, so that nothing is left. Throws the first error, as `finish` does.
    std::string take();
    /// The first bytes, at most `count`.
    std::string head(std::size_t count) const;
    /// Replaces the first `count` bytes, which exist, by these. All later bytes move accordingly.
    void replace_head(std::size_t count, const std::string& head);
    /// These bytes instead, in memory whatever their size.
    void replace(std::string bytes);

    /// Makes the output fail with this error number.
    void fail(int problem) noexcept {
        if (!problem_) problem_ = problem;
    }
    /// True if a write has failed. Further writes are then useless.
    bool failed() const { return problem_ != 0; }
    /// Writes all bytes to the file. Throws the file error of the first write that failed, then or now.
    void finish();

  private:
    void put_in_memory(const void* bytes, std::size_t count, std::size_t at);
    void spill();
    void move_tail(std::uint64_t from, std::uint64_t to);
    void check() const;

    AtomicFile& file_;
    std::size_t most_;
    std::string memory_;
    bool in_file_ = false;
    std::uint64_t size_ = 0;
    int problem_ = 0; ///< error number of the first write that failed
};

} // namespace atrous
