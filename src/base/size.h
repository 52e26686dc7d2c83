// Stores width and height in pixels, and reads and writes sizes and byte counts ("6000x4000", "4G").
#pragma once
#include <cstdint>
#include <string>

namespace atrous {

struct Size {
    int width = 0;
    int height = 0;
    std::int64_t pixels() const { return std::int64_t(width) * height; }
    bool operator==(const Size&) const = default;
};

/// The least multiple of `step` that is not below n.
template <class T>
constexpr T round_up(T n, T step) {
    return (n + step - 1) / step * step;
}

/// "6000x4000".
std::string to_string(Size size);
/// Reads "6000x4000", with numbers from 1 to `most`. Throws a usage error that names `what` and gives an
/// example.
Size parse_size(const std::string& text, const std::string& what, int most = 1 << 20,
                const char* example = "6000x4000");
/// Reads "800M", "4G", "1.5 GiB" or plain bytes (K, M, G, T are powers of 1024). Throws a usage error.
std::uint64_t parse_bytes(const std::string& text, const std::string& what);
/// "823 KiB", "2.3 GiB".
std::string format_bytes(std::uint64_t bytes);

} // namespace atrous
