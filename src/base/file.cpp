// Whole files through streams.
#include "base/file.h"
#include "base/error.h"
#include <array>
#include <fstream>
#include <iostream>

namespace atrous {

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

void check_text_size(std::size_t bytes, const std::string& name) {
    if (bytes > most_text_bytes)
        throw usage_error(name + ": has more than " + std::to_string(most_text_bytes >> 20) +
                          " MiB, which no text has; is it the right file?");
}

std::string read_text(std::istream& in, const std::string& name) {
    std::string text;
    std::array<char, 65536> block{};
    while (in.read(block.data(), block.size()) || in.gcount() > 0) {
        text.append(block.data(), std::size_t(in.gcount()));
        check_text_size(text.size(), name);
    }
    return text;
}

void write_text(const std::string& path, const std::string& text) {
    if (path == "-") {
        std::cout << text;
        return;
    }
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        throw usage_error("'" + path + "' cannot be written: does its folder exist, and is there space?");
}

} // namespace atrous
