// Makes files, folders, and image files of noise.
#include "support/files/io_files.h"
#include "base/error.h"
#include <algorithm>
#include <cstring>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>

namespace files {

namespace fs = std::filesystem;
using namespace atrous;

Folder::Folder() {
    std::string name = (fs::temp_directory_path() / "atrous-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path = name;
}
Folder::~Folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
}
std::size_t Folder::entries() const {
    return std::size_t(std::distance(fs::directory_iterator(path), fs::directory_iterator()));
}

std::string read_all(const fs::path& path) {
    std::ostringstream bytes; // much faster than an iterator without optimisation
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}
void write_all(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

std::uint32_t noise(std::uint32_t seed) {
    seed = (seed ^ 61U ^ (seed >> 16)) * 9U;
    seed = (seed ^ (seed >> 4)) * 0x27d4eb2dU;
    return seed ^ (seed >> 15);
}

ImageFile picture(Size size, PixelType type, int colours, Alpha alpha) {
    ImageFile file;
    Part& part = file.parts.emplace_back();
    Pixels& pixels = part.pixels;
    pixels = {size, type, colours, alpha, is_float(type) ? Transfer::linear : Transfer::srgb, {}};
    pixels.bytes = Bytes(pixels.byte_count());
    const std::size_t samples = pixels.byte_count() / sample_bytes(type);
    for (std::size_t i = 0; i < samples; ++i) {
        std::byte* to = pixels.bytes.data.get() + i * sample_bytes(type);
        const std::uint32_t bits = noise(std::uint32_t(i));
        const float single = float(bits & 0xffff) / 65536.0F;
        const std::uint16_t half = std::uint16_t(bits & 0x3bff); // 0 to just below 1
        const std::uint16_t word = std::uint16_t(bits);
        if (type == PixelType::f32)
            std::memcpy(to, &single, 4);
        else if (type == PixelType::f16)
            std::memcpy(to, &half, 2);
        else
            std::memcpy(to, &word, sample_bytes(type));
    }
    return file;
}

ImageFile picture(Size size, PixelType type, int colours, const tagged::Samples& value, Alpha alpha) {
    ImageFile file;
    file.parts.emplace_back().pixels = tagged::picture(size, type, colours, value, alpha);
    return file;
}

bool same_pixels(const ImageFile& a, const ImageFile& b) {
    if (a.parts.size() != b.parts.size()) return false;
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
        const Pixels &p = a.parts[i].pixels, &q = b.parts[i].pixels;
        if (p.size != q.size || p.type != q.type || p.colours != q.colours || p.alpha != q.alpha ||
            p.transfer != q.transfer || p.bytes.size != q.bytes.size ||
            (p.bytes.size && std::memcmp(p.bytes.data.get(), q.bytes.data.get(), p.bytes.size) != 0))
            return false;
    }
    return true;
}

ImageFile load(const fs::path& path) { return Decoder(path).read(); }

Messages resave(const fs::path& from, const fs::path& to) { return write_image_file(load(from), to, {}); }

std::string refusal(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

std::string read_error(const fs::path& path) {
    try {
        load(path);
    } catch (const Error& error) {
        CHECK(error.kind == Exit::some_failed);
        CHECK(std::string(error.what()).starts_with(path.string() + ": "));
        return error.what();
    }
    FAIL_CHECK("no error for " << path.string());
    return {};
}

} // namespace files
