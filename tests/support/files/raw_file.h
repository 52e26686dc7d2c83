// Makes the smallest RAW files that LibRaw reads, byte by byte: DNGs of one uncompressed plane of sensor values.
#pragma once
#include "support/files/tiff_file.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace raw_file {

constexpr int width = 48, height = 32;
/// Response of the sensor's red, green and blue to white light, and the light of the left and right half.
constexpr double sensor[3] = {0.5, 1.0, 0.6}, light[2] = {0.4, 0.2};

/// Data of a sensor with red, green, green and blue filters: samples as stored, row by row.
struct Shot {
    int width, height, black, white;
    std::vector<double> matrix;  ///< ColorMatrix1: from XYZ (D65) to the sensor's colours, row by row
    std::vector<double> neutral; ///< AsShotNeutral: response of the sensor's colours to white
    std::vector<std::uint16_t> samples{};
    int orientation = 1; ///< as in EXIF
    int black_side = 1;  ///< the black level is a pattern of so many rows and columns
};

/// From XYZ (D65) to the light of sRGB's primaries.
inline std::vector<double> srgb_matrix() {
    return {3.2406, -1.5372, -0.4986, -0.9689, 1.8758, 0.0415, 0.0557, -0.2040, 1.0570};
}

inline std::string dng(const Shot& shot) {
    using namespace std::string_literals;
    using files::little;
    using files::short_tag;
    using files::text_tag;
    const auto ratios = [&](const std::vector<double>& values) {
        std::string out;
        for (const double v : values)
            out += little(std::uint64_t(std::lround(v * 1e4)), 4) + little(10000, 4);
        return out;
    };
    const auto four = [&](int tag, int v) { return files::RawTag{tag, 4, 1, little(std::uint64_t(v), 4)}; };
    std::vector<files::RawTag> tags{four(254, 0),
                                    four(256, shot.width),
                                    four(257, shot.height),
                                    short_tag(258, 16),
                                    short_tag(259, 1),
                                    short_tag(262, 32803),
                                    text_tag(271, "atrous"),
                                    text_tag(272, "test sensor"),
                                    four(273, 0),
                                    short_tag(274, shot.orientation),
                                    short_tag(277, 1),
                                    four(278, shot.height),
                                    four(279, shot.width * shot.height * 2),
                                    short_tag(284, 1),
                                    {33421, 3, 2, little(2, 2) + little(2, 2)},
                                    {33422, 1, 4, "\0\1\1\2"s},
                                    {50706, 1, 4, "\1\4\0\0"s},
                                    {50707, 1, 4, "\1\1\0\0"s},
                                    text_tag(50708, "atrous test sensor"),
                                    four(50714, shot.black),
                                    four(50717, shot.white),
                                    {50721, 10, 9, ratios(shot.matrix)},
                                    {50728, 5, 3, ratios(shot.neutral)},
                                    short_tag(50778, 21)};
    if (shot.black_side > 1) {
        const std::string side = little(std::uint64_t(shot.black_side), 2);
        const int count = shot.black_side * shot.black_side;
        const auto black = std::ranges::find(tags, 50714, &files::RawTag::tag);
        black->count = std::uint64_t(count);
        for (int i = 1; i < count; ++i) black->values += little(std::uint64_t(shot.black), 4);
        tags.insert(black, {50713, 3, 2, side + side});
    }
    const std::size_t samples_at = 8 + files::directory(tags, 8, false).size();
    std::ranges::find(tags, 273, &files::RawTag::tag)->values = little(samples_at, 4);
    std::string out = "II*\0"s + little(8, 4) + files::directory(tags, 8, false);
    for (const std::uint16_t sample : shot.samples) out += little(sample, 2);
    return out;
}

/// A sensor with the primaries of sRGB in front of a grey scene. `orientation` as in EXIF.
inline std::string dng(int orientation) {
    Shot shot{width, height, 512, 16383, srgb_matrix(), {sensor[0], sensor[1], sensor[2]}};
    shot.orientation = orientation;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const double seen = light[x < width / 2 ? 0 : 1] * sensor[y % 2 + x % 2];
            shot.samples.push_back(std::uint16_t(std::lround(shot.black + (shot.white - shot.black) * seen)));
        }
    return dng(shot);
}

} // namespace raw_file
