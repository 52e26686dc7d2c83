// Reads headers, then a chunk for each row: https://openexr.com/en/latest/OpenEXRFileLayout.html
#include "denoise/exr_file.h"
#include <cstdint>
#include <cstring>
#include <doctest/doctest.h>

namespace denoise_test {
namespace {

/// Reads on through bytes.
struct ByteReader {
    const std::string& all;
    std::size_t at = 0;

    template <class T>
    T number() {
        T value{};
        REQUIRE(at + sizeof value <= all.size());
        std::memcpy(&value, all.data() + at, sizeof value);
        at += sizeof value;
        return value;
    }
    std::string text() {
        const std::size_t end = all.find('\0', at);
        REQUIRE(end != std::string::npos);
        const std::string found = all.substr(at, end - at);
        at = end + 1;
        return found;
    }
    std::string take(std::size_t count) {
        REQUIRE(at + count <= all.size());
        at += count;
        return all.substr(at - count, count);
    }
};

constexpr std::size_t sample_sizes[] = {4, 2, 4};

void read_channels(const std::string& list, ExrPartBytes& part) {
    ByteReader bytes{list};
    while (bytes.at + 1 < list.size()) {
        const std::string name = bytes.text();
        part.channels[name].type = bytes.number<std::int32_t>();
        bytes.take(12); // linear, sampling
    }
}

ExrPartBytes read_header(ByteReader& bytes) {
    ExrPartBytes part;
    for (std::string name = bytes.text(); !name.empty(); name = bytes.text()) {
        const std::string type = bytes.text(), value = bytes.take(std::size_t(bytes.number<std::int32_t>()));
        part.attributes[name] = type + ":" + value;
        if (name == "channels") read_channels(value, part);
        if (name == "compression") REQUIRE(value == std::string(1, '\0'));
        if (name != "dataWindow") continue;
        std::int32_t box[4];
        std::memcpy(box, value.data(), sizeof box);
        part.size = {box[2] - box[0] + 1, box[3] - box[1] + 1};
    }
    return part;
}

void read_rows(ByteReader& bytes, std::vector<ExrPartBytes>& parts, bool several) {
    std::vector<std::uint64_t> offsets;
    for (const ExrPartBytes& part : parts)
        for (int y = 0; y < part.size.height; ++y) offsets.push_back(bytes.number<std::uint64_t>());
    for (const std::uint64_t offset : offsets) { // rows of a part stand in order
        bytes.at = offset;
        ExrPartBytes& part = parts.at(several ? std::size_t(bytes.number<std::int32_t>()) : 0);
        bytes.take(8); // row, size
        for (auto& [name, channel] : part.channels)
            channel.bytes +=
                bytes.take(sample_sizes[std::size_t(channel.type)] * std::size_t(part.size.width));
    }
}

} // namespace

std::vector<float> ExrPartBytes::floats(const std::string& channel) const {
    const auto found = channels.find(channel);
    REQUIRE(found != channels.end());
    REQUIRE(found->second.type == 2);
    std::vector<float> values(found->second.bytes.size() / sizeof(float));
    std::memcpy(values.data(), found->second.bytes.data(), found->second.bytes.size());
    return values;
}

std::vector<ExrPartBytes> read_exr(const std::string& all) {
    ByteReader bytes{all};
    REQUIRE(bytes.number<std::uint32_t>() == 20000630);
    const bool several = (bytes.number<std::uint32_t>() & 0x1000) != 0;
    std::vector<ExrPartBytes> parts;
    do parts.push_back(read_header(bytes));
    while (several && all.at(bytes.at) != '\0');
    if (several) bytes.take(1);
    read_rows(bytes, parts, several);
    return parts;
}

std::vector<std::string> changed_channels(const std::vector<ExrPartBytes>& a,
                                          const std::vector<ExrPartBytes>& b) {
    std::vector<std::string> names;
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (a[i].channels.size() != b[i].channels.size()) names.push_back(std::to_string(i) + ":");
        for (const auto& [name, channel] : a[i].channels) {
            const auto other = b[i].channels.find(name);
            if (other == b[i].channels.end() || !(other->second == channel)) names.push_back(name);
        }
    }
    return names;
}

} // namespace denoise_test
