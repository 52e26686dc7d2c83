// The smallest RAW file that LibRaw takes: a DNG of one uncompressed plane of sensor values, made byte by
// byte.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace raw_file {

constexpr int width = 48, height = 32;
/// What the sensor's red, green and blue see of white light, and the light of the left and right half.
constexpr double sensor[3] = {0.5, 1.0, 0.6}, light[2] = {0.4, 0.2};

/// A sensor with the primaries of sRGB sees a grey scene; `orientation` as in EXIF.
inline std::string dng(int orientation) {
    const auto number = [](std::uint32_t value, int bytes) {
        std::string out;
        for (int i = 0; i < bytes; ++i) out += char(value >> 8 * i & 255);
        return out;
    };
    const auto ratios = [&](const std::vector<double>& values) {
        std::string out;
        for (const double v : values)
            out += number(std::uint32_t(std::lround(v * 1e4)), 4) + number(10000, 4);
        return out;
    };
    constexpr int black = 512, white = 16383;
    struct Tag {
        int tag, type, count;
        std::string data;
    };
    using namespace std::string_literals;
    const auto two = [&](int tag, int v) { return Tag{tag, 3, 1, number(std::uint32_t(v), 2)}; };
    const auto four = [&](int tag, int v) { return Tag{tag, 4, 1, number(std::uint32_t(v), 4)}; };
    const auto text = [&](int tag, const std::string& s) { return Tag{tag, 2, int(s.size()) + 1, s + '\0'}; };
    // From XYZ (D65) to the sensor's colours.
    const std::vector<double> matrix{3.2406, -1.5372, -0.4986, -0.9689, 1.8758,
                                     0.0415, 0.0557,  -0.2040, 1.0570};
    std::vector<Tag> tags{four(254, 0),
                          four(256, width),
                          four(257, height),
                          two(258, 16),
                          two(259, 1),
                          two(262, 32803),
                          text(271, "atrous"),
                          text(272, "test sensor"),
                          four(273, 0),
                          two(274, orientation),
                          two(277, 1),
                          four(278, height),
                          four(279, width * height * 2),
                          two(284, 1),
                          {33421, 3, 2, number(2, 2) + number(2, 2)},
                          {33422, 1, 4, "\0\1\1\2"s},
                          {50706, 1, 4, "\1\4\0\0"s},
                          {50707, 1, 4, "\1\1\0\0"s},
                          text(50708, "atrous test sensor"),
                          four(50714, black),
                          four(50717, white),
                          {50721, 10, 9, ratios(matrix)},
                          {50728, 5, 3, ratios({sensor[0], sensor[1], sensor[2]})},
                          two(50778, 21)};
    const std::uint32_t behind = std::uint32_t(8 + 2 + 12 * tags.size() + 4);
    std::string data;
    for (Tag& tag : tags) {
        if (tag.data.size() <= 4) continue;
        const std::string place = number(behind + std::uint32_t(data.size()), 4);
        data += tag.data + std::string(tag.data.size() % 2, '\0');
        tag.data = place;
    }
    std::string out = "II*\0"s + number(8, 4) + number(std::uint32_t(tags.size()), 2);
    for (Tag& tag : tags) {
        if (tag.tag == 273) tag.data = number(behind + std::uint32_t(data.size()), 4);
        tag.data.resize(4);
        out += number(std::uint32_t(tag.tag), 2) + number(std::uint32_t(tag.type), 2) +
               number(std::uint32_t(tag.count), 4) + tag.data;
    }
    out += number(0, 4) + data;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double seen = light[x < width / 2 ? 0 : 1] * sensor[y % 2 + x % 2];
            out += number(std::uint32_t(std::lround(black + (white - black) * seen)), 2);
        }
    return out;
}

} // namespace raw_file
