// Makes the bytes of small EXR files.
#include "support/files/file_bytes.h"
#include "support/files/io_files.h"
#include <algorithm>
#include <cmath>

namespace files {
namespace {

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

/// The nearest half, or infinity beyond its range.
std::uint16_t half_of(float value) {
    const std::uint32_t sign = std::signbit(value) ? 0x8000 : 0, infinite = 0x7c00;
    if (std::isnan(value)) return 0x7e00;
    int exponent = 0;
    const float fraction = std::frexp(std::fabs(value), &exponent); // 1/2 to 1
    const bool normal = exponent > -14 && value != 0;
    const float steps = normal ? (2 * fraction - 1) * 1024 : std::fabs(value) * float(1 << 24);
    const double bits =
        std::nearbyint(steps) + (normal ? 1024.0 * (exponent + 14) : 0); // the carry is correct
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
    row.reserve(part.channels.size() * std::size_t(part.width) * sizeof(float));
    for (const ExrChannel& channel : part.channels) {
        const float* const samples =
            channel.samples.empty() ? nullptr : channel.samples.data() + std::ptrdiff_t(y) * part.width;
        for (int x = 0; x < part.width; ++x)
            if (samples)
                put_sample(row, channel.type, samples[x]);
            else if (part.sample)
                put_sample(row, channel.type, part.sample(channel.name, x, y));
            else
                put_noise(row, channel.type, noise(++seed));
    }
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

} // namespace files
