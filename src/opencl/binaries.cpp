// A file per program: the hash of what follows, the key's length, key and binary.
#include "opencl/binaries.h"
#include "base/file.h"
#include "base/hash.h"
#include <array>
#include <atomic>
#include <charconv>
#include <fstream>
#include <unistd.h>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 16;

/// A number in as many digits, whatever it is.
std::string hexadecimal(std::uint64_t number) {
    std::array<char, digits> text{};
    const char* const end = std::to_chars(text.data(), text.data() + digits, number, 16).ptr;
    const std::string found(static_cast<const char*>(text.data()), end);
    return std::string(digits - found.size(), '0') + found;
}

} // namespace

fs::path Binaries::file_of(std::string_view key) const {
    return folder_ / ("binary-" + hexadecimal(hash_of(key)));
}

std::optional<std::string> Binaries::find(std::string_view key) const {
    if (!keeps()) return {};
    const auto bytes = read_file(file_of(key));
    const std::string head = hexadecimal(key.size()) + std::string(key);
    if (!bytes || bytes->size() < digits + head.size()) return {};
    const std::string_view rest = std::string_view(*bytes).substr(digits);
    if (!bytes->starts_with(hexadecimal(hash_of(rest))) || !rest.starts_with(head)) return {};
    return std::string(rest.substr(head.size()));
}

void Binaries::keep(std::string_view key, std::string_view binary) const {
    if (!keeps() || binary.empty()) return;
    const std::string rest = hexadecimal(key.size()) + std::string(key) + std::string(binary);
    static std::atomic<int> count = 0; // devices that are alike keep the same kernels at once
    const fs::path file = file_of(key),
                   fresh = folder_ / ("." + file.filename().string() + "-" + std::to_string(::getpid()) +
                                      "-" + std::to_string(count++));
    std::ofstream out(fresh, std::ios::binary);
    out << hexadecimal(hash_of(rest)) << rest;
    out.close();
    std::error_code bad;
    if (out) fs::rename(fresh, file, bad);
    if (!out || bad) fs::remove(fresh, bad);
}

} // namespace atrous
