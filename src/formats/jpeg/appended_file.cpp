// Computes the mean light of cells of an image.
#include "formats/common/convert.h"
#include "formats/common/library.h"
#include "formats/jpeg/appended.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

constexpr double light_of_black = 1.0 / 64;

/// Light of all values of 8 bits.
std::array<double, 256> light_of_bytes() {
    Pixels all{{256, 1}, PixelType::u8, 1, Alpha::none, Transfer::srgb, Bytes(256)};
    for (int i = 0; i < 256; ++i) all.bytes.data[std::size_t(i)] = std::byte(i);
    const Pixels floats = converted(all, PixelType::f32, {Transfer::linear, nullptr}, Alpha::none);
    std::array<double, 256> light{};
    const auto* values = reinterpret_cast<const float*>(floats.bytes.data.get());
    std::copy(values, values + 256, light.begin());
    return light;
}

/// The part of an axis in the coordinates of the original.
ShownAxis part_of(const ShownAxis& now, const ShownAxis& part) {
    const double from = part.from * now.length / now.pixels, length = part.length * now.length / now.pixels;
    return {now.from + from, length, part.pixels};
}

} // namespace

std::vector<double> cell_light(const Pixels& pixels) {
    static const std::array<double, 256> light = light_of_bytes();
    const int width = pixels.size.width, height = pixels.size.height;
    const auto colours = std::size_t(pixels.colours), channels = std::size_t(pixels.channels());
    std::vector<double> sums(std::size_t(light_cells * light_cells) * colours), counts(sums.size());
    std::vector<std::uint8_t> row(std::size_t(width) * channels);
    std::vector<std::size_t> cell_of(static_cast<std::size_t>(width));
    for (int x = 0; x < width; ++x)
        cell_of[std::size_t(x)] = std::size_t(std::int64_t(x) * light_cells / width);
    by_bands(height, {&pixels.bytes}, [&](int first, int behind) {
        for (int y = first; y < behind; ++y) {
            OIIO::convert_pixel_values(type_desc(pixels.type), pixels.at(0, y), OIIO::TypeUInt8, row.data(),
                                       int(row.size()));
            const std::size_t cells = std::size_t(std::int64_t(y) * light_cells / height * light_cells);
            for (int x = 0; x < width; ++x) {
                const std::size_t cell = cells + cell_of[std::size_t(x)];
                for (std::size_t c = 0; c < colours; ++c) {
                    sums[cell * colours + c] += light[row[std::size_t(x) * channels + c]];
                    counts[cell * colours + c] += 1;
                }
            }
        }
    });
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] /= std::max(counts[i], 1.0);
    return sums;
}

double light_change(const std::vector<double>& before, const std::vector<double>& after) {
    if (before.size() != after.size()) return std::numeric_limits<double>::infinity();
    double most = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
        most = std::max(most, std::abs(after[i] - before[i]) / (before[i] + light_of_black));
    return most;
}

void note_moved(ImageFile& file, const ShownAxis& x, const ShownAxis& y, const Pixels* now) {
    if (!file.appended) return;
    AppendedFile moved = *file.appended;
    moved.x = part_of(moved.x, x), moved.y = part_of(moved.y, y);
    moved.moved = true;
    if (!moved.light.empty()) moved.light = now ? cell_light(*now) : std::vector<double>{};
    file.appended = std::make_shared<const AppendedFile>(std::move(moved));
}

void note_light(ImageFile& file) {
    if (!file.appended || file.appended->light.empty()) return;
    AppendedFile noted = *file.appended;
    const double change = light_change(noted.light, cell_light(file.parts.front().pixels));
    noted.light_change = std::max(noted.light_change, change);
    file.appended = std::make_shared<const AppendedFile>(std::move(noted));
}

} // namespace atrous
