// Reads photosites without LibRaw's processing: levels, balance and matrix are the ones that LibRaw would use with OpenImageIO's
// settings.
#include "formats/raw/mosaic.h"
#include "base/error.h"
#include "files/file_view.h"
#include "formats/raw/messages.h"
#include "metadata/exif_block.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <cmath>
#include <libraw/libraw.h>
#include <memory>
#include <span>

namespace atrous {
namespace {

/// The phases' colours. False if the filter is no square of 2 x 2 of red, green and blue, or lies diagonally (Fuji's SuperCCD).
bool find_colours(LibRaw& raw, Mosaic& mosaic) {
    const auto& about = raw.imgdata.idata;
    constexpr unsigned first_pattern =
        1000; // smaller numbers name filters that are none, or have other sizes
    constexpr int period = 16;
    if (about.filters < first_pattern || about.colors != 3 || raw.is_fuji_rotated()) return false;
    const auto colour = [&](int x, int y) {
        const int index = raw.COLOR(y, x);
        return index == 3 ? 1 : index; // the second green
    };
    for (int y = 0; y < period; ++y)
        for (int x = 0; x < period; ++x)
            if (colour(x, y) != colour(x % 2, y % 2)) return false;
    for (int phase = 0; phase < 4; ++phase) mosaic.colour[std::size_t(phase)] = colour(phase % 2, phase / 2);
    return std::ranges::count(mosaic.colour, 0) == 1 && std::ranges::count(mosaic.colour, 1) == 2;
}

/// The mean, over a phase's photosites, of a pattern of black levels, which LibRaw stores after its size.
double black_pattern(std::span<const unsigned> levels, unsigned x, unsigned y) {
    const std::size_t rows = levels[4], columns = levels[5];
    const auto pattern = levels.subspan(6);
    if (rows == 0 || columns == 0 || rows > pattern.size() / columns) return 0;
    double sum = 0;
    for (std::size_t row = y; row < 2 * rows; row += 2)
        for (std::size_t column = x; column < 2 * columns; column += 2)
            sum += double(pattern[row % rows * columns + column % columns]);
    return sum / double(rows * columns);
}

/// Levels, as samples have them before black is taken off: one for all, one per colour, and a pattern.
bool find_levels(LibRaw& raw, Mosaic& mosaic) {
    const auto& c = raw.imgdata.color;
    for (int phase = 0; phase < 4; ++phase) {
        const unsigned x = unsigned(phase) % 2, y = unsigned(phase) / 2;
        double& black = mosaic.black[std::size_t(phase)];
        black = double(c.black) + double(c.cblack[raw.COLOR(int(y), int(x))]) + black_pattern(c.cblack, x, y);
    }
    mosaic.white = double(c.maximum);
    return std::ranges::all_of(mosaic.black, [&](double black) { return black < mosaic.white; });
}

bool find_colour_matrix(LibRaw& raw, Mosaic& mosaic) {
    const auto& c = raw.imgdata.color;
    const float* of_camera = c.cam_mul[0] > 0 && c.cam_mul[1] > 0 && c.cam_mul[2] > 0 ? c.cam_mul : c.pre_mul;
    for (std::size_t i = 0; i < 3; ++i) mosaic.balance[i] = double(of_camera[i]);
    const double least = std::ranges::min(mosaic.balance);
    if (!(least > 0) || !std::isfinite(std::ranges::max(mosaic.balance))) return false;
    for (double& factor : mosaic.balance) factor /= least;
    for (std::size_t row = 0; row < 3; ++row) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += mosaic.matrix[row][i] = double(c.rgb_cam[row][i]);
        if (!(std::abs(sum - 1) < 0.1)) return false; // a grey would not stay one
    }
    return true;
}

/// The samples that belong to the image, without the sensor's dark margins.
bool take_samples(LibRaw& raw, Mosaic& mosaic) {
    const auto& sizes = raw.imgdata.sizes;
    const auto* from = raw.imgdata.rawdata.raw_image;
    if (!from || sizes.top_margin + sizes.height > sizes.raw_height ||
        sizes.left_margin + sizes.width > sizes.raw_width)
        return false;
    mosaic.size = {sizes.width, sizes.height};
    mosaic.samples.resize(std::size_t(mosaic.size.pixels()));
    const std::size_t pitch = sizes.raw_pitch / sizeof(*from);
    for (std::size_t y = 0; y < sizes.height; ++y)
        std::copy_n(from + (sizes.top_margin + y) * pitch + sizes.left_margin, sizes.width,
                    mosaic.samples.begin() + std::ptrdiff_t(y * sizes.width));
    return true;
}

} // namespace

std::array<int, 4> raw_crop(const std::filesystem::path& path, Size picture) {
    const std::array<int, 4> all{0, 0, picture.width, picture.height};
    PixelMove turned;
    PixelNumbers area{};
    for (const double crops : {-1, 1}) { // OpenImageIO 2.4 and 2.5 do not ask LibRaw to do so
        const auto raw = std::make_unique<LibRaw>();
        raw->set_dataerror_handler(nullptr, nullptr);
#if LIBRAW_VERSION < LIBRAW_MAKE_VERSION(0, 21, 0)
        if (crops > 0) raw->imgdata.params.raw_processing_options |= LIBRAW_PROCESSING_USE_DNG_DEFAULT_CROP;
#endif
        if (raw->open_file(file_of(path).c_str()) != LIBRAW_SUCCESS) return all;
#if LIBRAW_VERSION >= LIBRAW_MAKE_VERSION(0, 21, 0)
        if (crops > 0) raw->adjust_to_raw_inset_crop(1, 0); // the default crop, however small
#endif
        if (raw->imgdata.idata.colors == 1)
            throw file_error(message(messages::raw_monochrome).about(path.string()));
        if (raw->imgdata.idata.dng_version == 0) return all; // no other file has a default crop
        const auto& sizes = raw->imgdata.sizes;
        if (crops < 0) turned.old = {sizes.width, sizes.height};
        area = {area[0] + crops * sizes.left_margin, area[1] + crops * sizes.top_margin, double(sizes.width),
                double(sizes.height)};
        const int orientation = sizes.flip == 5 ? 8 : sizes.flip; // LibRaw's number for a quarter to the left
        turned.turn = orientation_transform(orientation > 0 && orientation <= 8 ? orientation : 1);
    }
    turned.size = turned.turn.swapped ? Size{turned.old.height, turned.old.width} : turned.old;
    const auto found = moved({"", "", {}, PixelKind::corner}, area, turned);
    if (turned.size != picture || !found) return all;
    return {int((*found)[0]), int((*found)[1]), int((*found)[2]), int((*found)[3])};
}

std::optional<Mosaic> read_mosaic(const std::filesystem::path& path) {
    const auto raw = std::make_unique<LibRaw>(); // large
    Mosaic mosaic;
    const auto& sizes = raw->imgdata.sizes;
    raw->set_dataerror_handler(nullptr, nullptr); // it would print
    if (raw->open_file(file_of(path).c_str()) != LIBRAW_SUCCESS) return std::nullopt;
    if (sizes.raw_width > longest_file_side || sizes.raw_height > longest_file_side) return std::nullopt;
    if (!find_colours(*raw, mosaic) || raw->unpack() != LIBRAW_SUCCESS) return std::nullopt;
    if (!find_levels(*raw, mosaic) || !find_colour_matrix(*raw, mosaic) || !take_samples(*raw, mosaic))
        return std::nullopt;
    return mosaic;
}

} // namespace atrous
