// Bytes of small EXR, TIFF and JPEG files, and image files of noise.
#include "support/io_files.h"
#include "base/error.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
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
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
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

std::vector<std::string> resave(const fs::path& from, const fs::path& to) {
    return write_image_file(load(from), to, {});
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

namespace {

template <class T>
void put(std::string& out, T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
}
void put_text(std::string& out, const std::string& text) { out.append(text).push_back('\0'); }
void put_attribute(std::string& out, const std::string& name, const std::string& type,
                   const std::string& value) {
    put_text(out, name);
    put_text(out, type);
    put(out, std::int32_t(value.size()));
    out += value;
}
std::string ints(std::initializer_list<std::int32_t> values) {
    std::string out;
    for (const std::int32_t value : values) put(out, value);
    return out;
}
std::string floats(std::initializer_list<float> values) {
    std::string out;
    for (const float value : values) put(out, value);
    return out;
}

std::string exr_header(const ExrPart& part, bool several, bool deep) {
    std::string list, out;
    for (const ExrChannel& channel : part.channels) {
        put_text(list, channel.name);
        list += ints({int(channel.type), 0, channel.sampling, channel.sampling});
    }
    list.push_back('\0');
    put_attribute(out, "channels", "chlist", list);
    put_attribute(out, "compression", "compression", std::string(1, '\0'));
    put_attribute(out, "dataWindow", "box2i",
                  ints({part.x, part.y, part.x + part.width - 1, part.y + part.height - 1}));
    put_attribute(out, "displayWindow", "box2i",
                  ints({0, 0, part.display_width - 1, part.display_height - 1}));
    put_attribute(out, "lineOrder", "lineOrder", std::string(1, '\0'));
    put_attribute(out, "owner", "string", "the test of " + part.name);
    put_attribute(out, "pixelAspectRatio", "float", floats({1}));
    put_attribute(out, "screenWindowCenter", "v2f", floats({0, 0}));
    put_attribute(out, "screenWindowWidth", "float", floats({1}));
    for (const auto& attribute : part.attributes)
        put_attribute(out, attribute.name, attribute.type, attribute.value);
    if (several || deep) {
        put_attribute(out, "name", "string", part.name);
        put_attribute(out, "type", "string", deep ? "deepscanline" : "scanlineimage");
        put_attribute(out, "chunkCount", "int", ints({part.height}));
        if (deep) put_attribute(out, "version", "int", ints({1}));
    }
    out.push_back('\0');
    return out;
}

/// The nearest half; beyond its range infinity.
std::uint16_t half_of(float value) {
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0, infinite = 0x7c00;
    if (std::isnan(value)) return 0x7e00;
    int exponent = 0;
    const float fraction = std::frexp(std::fabs(value), &exponent); // 1/2 to 1
    const bool normal = exponent > -14;
    const float steps = normal ? (2 * fraction - 1) * 1024 : std::fabs(value) * float(1 << 24);
    const double bits =
        std::nearbyint(steps) + (normal ? 1024.0 * (exponent + 14) : 0); // carries as it should
    return std::uint16_t(sign | (bits < infinite ? std::uint32_t(bits) : infinite));
}

/// Noise of any bits for whole numbers, finite for others.
void put_noise(std::string& row, ExrType type, std::uint32_t bits) {
    if (type == ExrType::half)
        put(row, std::uint16_t(bits & 0x3bff));
    else if (type == ExrType::single)
        put(row, float(bits & 0xffff) / 65536.0F);
    else
        put(row, bits);
}

void put_sample(std::string& row, ExrType type, float value) {
    if (type == ExrType::half)
        put(row, half_of(value));
    else if (type == ExrType::single)
        put(row, value);
    else
        put(row, std::uint32_t(value));
}

std::string exr_row(const ExrPart& part, int y, std::uint32_t seed) {
    std::string row;
    for (const ExrChannel& channel : part.channels)
        for (int x = 0; x < part.width; ++x)
            if (part.sample)
                put_sample(row, channel.type, part.sample(channel.name, x, y));
            else
                put_noise(row, channel.type, noise(++seed));
    return row;
}

} // namespace

std::string exr(const std::vector<ExrPart>& parts, std::string* payload, bool deep) {
    const bool several = parts.size() > 1;
    std::string head = ints({20000630, 2 | (several ? 0x1000 : 0) | (deep ? 0x800 : 0)});
    std::size_t rows = 0;
    for (const ExrPart& part : parts) {
        head += exr_header(part, several, deep);
        rows += std::size_t(part.height);
    }
    if (several) head.push_back('\0');
    std::string offsets, chunks;
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (int y = 0; y < parts[p].height; ++y) {
            put(offsets, std::uint64_t(head.size() + 8 * rows + chunks.size()));
            const auto seed = std::uint32_t(p * 7919 + std::size_t(y) * 104729);
            const std::string row = exr_row(parts[p], y, seed);
            if (several) chunks += ints({int(p)});
            chunks += ints({parts[p].y + y, int(row.size())}) + row;
        }
    if (payload) *payload = chunks;
    return head + offsets + chunks;
}

std::string tiff(int width, int height, int channels, int bits, const std::vector<TiffTag>& more,
                 const std::vector<std::string>& pages) {
    std::string out = "II*";
    out.push_back('\0');
    put(out, std::uint32_t(8));
    for (std::size_t p = 0; p < pages.size(); ++p) {
        const std::uint32_t count = std::uint32_t(channels);
        // Bits per sample: one 16-bit number per channel, in the entry itself when two fit there.
        const std::size_t entries = 8 + more.size();
        const std::size_t after = out.size() + 2 + entries * 12 + 4;
        const std::uint32_t data = std::uint32_t(after + std::size_t(channels) * 2);
        std::vector<std::array<std::uint32_t, 4>> rows = {
            {256, 4, 1, std::uint32_t(width)},
            {257, 4, 1, std::uint32_t(height)},
            {258, 3, count, channels <= 2 ? std::uint32_t(bits | (bits << 16)) : std::uint32_t(after)},
            {259, 3, 1, 1},
            {273, 4, 1, data},
            {277, 3, 1, count},
            {278, 4, 1, std::uint32_t(height)},
            {279, 4, 1, std::uint32_t(pages[p].size())}};
        for (const TiffTag& tag : more) rows.push_back({std::uint32_t(tag.tag), 3, 1, tag.value});
        std::sort(rows.begin(), rows.end());
        put(out, std::uint16_t(entries));
        for (const auto& row : rows) {
            put(out, std::uint16_t(row[0]));
            put(out, std::uint16_t(row[1]));
            put(out, row[2]);
            put(out, row[3]);
        }
        const bool last = p + 1 == pages.size();
        const std::size_t next = (data + pages[p].size() + 1) / 2 * 2;
        put(out, last ? 0U : std::uint32_t(next));
        for (int c = 0; c < channels; ++c) put(out, std::uint16_t(bits));
        out += pages[p];
        if (!last) out.resize(next);
    }
    return out;
}

namespace {

std::string with_segment(const std::string& jpeg, char marker, const std::string& body) {
    const std::size_t length = body.size() + 2;
    std::string segment = "\xff";
    segment += {marker, char(length >> 8), char(length & 255)};
    return jpeg.substr(0, 2) + segment + body + jpeg.substr(2);
}

} // namespace

std::string jpeg_with_profile(const std::string& jpeg, const std::string& profile) {
    return with_segment(jpeg, '\xe2', std::string("ICC_PROFILE\0\1\1", 14) + profile);
}

std::string jpeg_with_orientation(const std::string& jpeg, int orientation) {
    std::string body("Exif\0\0II*\0", 10);
    put(body, std::uint32_t(8));
    put(body, std::uint16_t(1));
    put(body, std::uint16_t(0x112));
    put(body, std::uint16_t(3));
    put(body, std::uint32_t(1));
    put(body, std::uint32_t(orientation));
    put(body, std::uint32_t(0));
    return with_segment(jpeg, '\xe1', body);
}

std::string small_profile() {
    std::string profile(160, '\0');
    profile[3] = char(160);
    profile.replace(8, 4, std::string("\x02\x10\0\0", 4));
    profile.replace(12, 12, "mntrRGB XYZ ");
    profile.replace(24, 12, std::string("\x07\xd0\0\1\0\1\0\0\0\0\0\0", 12));
    profile.replace(36, 4, "acsp");
    profile.replace(68, 12, std::string("\0\0\xf6\xd6\0\1\0\0\0\0\xd3\x2d", 12));
    profile[131] = 1; // one tag: cprt, 16 bytes from 144 on
    profile.replace(132, 12, std::string("cprt\0\0\0\x90\0\0\0\x10", 12));
    profile.replace(144, 15, std::string("text\0\0\0\0no one", 14) + "!");
    return profile;
}

} // namespace files
