// Stores bytes in one string, then in one file.
#include "files/output_bytes.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

namespace atrous {

void OutputBytes::put_in_memory(const void* bytes, std::size_t count, std::size_t at) {
    if (at + count > memory_.size()) memory_.resize(at + count);
    std::memcpy(memory_.data() + at, bytes, count);
}

/// From now on all is in the file.
void OutputBytes::spill() {
    in_file_ = true;
    if (!problem_) problem_ = file_.put(memory_.data(), memory_.size(), 0);
    memory_ = {};
}

void OutputBytes::put(const void* bytes, std::size_t count, std::uint64_t at) noexcept {
    if (count == 0) return;
    heartbeat(); // an encoder that writes is alive
    size_ = std::max(size_, at + count);
    try {
        if (!in_file_ && at + count > most_) spill();
        if (!in_file_)
            put_in_memory(bytes, count, std::size_t(at));
        else if (!problem_)
            problem_ = file_.put(bytes, count, at);
    } catch (const std::bad_alloc&) { // of the memory
        if (!problem_) problem_ = ENOMEM;
    }
}

std::size_t OutputBytes::get(void* bytes, std::size_t count, std::uint64_t at) const {
    if (at >= size_) return 0;
    count = std::size_t(std::min<std::uint64_t>(count, size_ - at));
    if (in_file_) return file_.get(bytes, count, at);
    count = std::min(count, memory_.size() - std::min(memory_.size(), std::size_t(at)));
    std::memcpy(bytes, memory_.data() + at, count);
    return count;
}

void OutputBytes::check() const {
    if (problem_ == ENOMEM) throw memory_error(file_.cannot_write(problem_).message);
    if (problem_) throw file_.cannot_write(problem_);
}

std::string OutputBytes::take() {
    check();
    std::string bytes = std::move(memory_);
    if (in_file_) {
        bytes.resize(std::size_t(size_));
        if (file_.get(bytes.data(), bytes.size(), 0) != bytes.size()) throw file_.cannot_write(EIO);
    }
    memory_ = {};
    return bytes;
}

std::string OutputBytes::head(std::size_t count) const {
    std::string bytes(std::size_t(std::min<std::uint64_t>(count, size_)), '\0');
    bytes.resize(get(bytes.data(), bytes.size(), 0));
    return bytes;
}

/// The contents of the file from one offset on, block by block in the order that overwrites no unread bytes.
void OutputBytes::move_tail(std::uint64_t from, std::uint64_t to) {
    constexpr std::uint64_t block = std::uint64_t(1) << 20;
    const std::uint64_t count = size_ - from, blocks = (count + block - 1) / block;
    std::string bytes;
    for (std::uint64_t i = 0; i < blocks && !problem_; ++i) {
        const std::uint64_t at = (to > from ? blocks - 1 - i : i) * block;
        bytes.resize(std::size_t(std::min(block, count - at)));
        problem_ = file_.get(bytes.data(), bytes.size(), from + at) == bytes.size()
                       ? file_.put(bytes.data(), bytes.size(), to + at)
                       : EIO;
        heartbeat();
    }
}

void OutputBytes::replace_head(std::size_t count, const std::string& head) {
    if (!in_file_) {
        memory_.replace(0, count, head);
    } else if (!problem_) {
        move_tail(count, head.size());
        if (!problem_) problem_ = file_.put(head.data(), head.size(), 0);
    }
    size_ = size_ - count + head.size();
}

void OutputBytes::replace(std::string bytes) {
    memory_ = std::move(bytes);
    size_ = memory_.size();
    if (!problem_ && in_file_) problem_ = file_.resize(0);
    in_file_ = false;
    most_ = std::max(most_, memory_.size());
}

void OutputBytes::finish() {
    if (!in_file_) spill();
    if (!problem_) problem_ = file_.resize(size_);
    check();
}

} // namespace atrous
