// Updates numbers of pixels in EXIF, and GeoTIFF's tags (OGC 19-008), when an image is scaled, cut or turned.
#include "metadata/exif_block.h"
#include "metadata/exif_entries.h"
#include <algorithm>
#include <bit>
#include <vector>

namespace atrous {
namespace {

constexpr std::uint16_t pixel_scale = 33550, tie_points = 33922, transformation = 34264, geo_keys = 34735;

/// A number of a tag, and its place.
struct ExifNumber {
    std::size_t at;
    std::uint32_t type;
    double value;
};

double value_at(const ExifReader& reader, std::size_t at, std::uint32_t type) {
    const std::uint32_t first = reader.number(at, type == type_short ? 2 : 4),
                        second = reader.number(at + 4, 4);
    if (type == type_rational) return second > 0 ? double(first) / second : 0;
    if (type != type_double) return first;
    const std::uint64_t high = reader.big ? first : second, low = reader.big ? second : first;
    return std::bit_cast<double>(high << 32 | low);
}

/// Types of numbers by their codes (TIFF 6.0): the one that they are read as, and their bytes.
struct ExifType {
    std::uint32_t code, like;
    std::size_t bytes;
};
constexpr ExifType number_types[] = {{type_short, type_short, 2},
                                     {4, 4, 4},
                                     {type_rational, type_rational, 8},
                                     {8, type_short, 2}, // from here on signed
                                     {9, 4, 4},
                                     {10, type_rational, 8},
                                     {type_double, type_double, 8}};

/// Nothing for other types.
std::vector<ExifNumber> numbers_of(const ExifReader& reader, std::size_t directory, std::uint32_t tag) {
    const std::size_t place = reader.place_of(directory, tag);
    if (place == 0) return {};
    const auto* found_type = std::ranges::find(number_types, reader.number(place - 6, 2), &ExifType::code);
    if (found_type == std::end(number_types)) return {};
    const auto [code, type, bytes] = *found_type;
    const std::uint32_t count = reader.number(place - 4, 4);
    const std::size_t at = count * bytes <= 4 ? place : reader.number(place, 4);
    std::vector<ExifNumber> found;
    for (std::size_t i = 0; at >= 8 && i < count && at + (i + 1) * bytes <= reader.block.size(); ++i)
        found.push_back({at + i * bytes, type, value_at(reader, at + i * bytes, type)});
    return found;
}

void put(const ExifWriter& writer, const ExifNumber& number, double value) {
    if (number.type == type_rational) return writer.put_rational(number.at, value);
    if (number.type == type_double) {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        writer.put(number.at, 4, std::uint32_t(writer.big ? bits >> 32 : bits));
        return writer.put(number.at + 4, 4, std::uint32_t(writer.big ? bits : bits >> 32));
    }
    const bool is_short = number.type == type_short;
    writer.put(number.at, is_short ? 2 : 4,
               std::uint32_t(std::lround(std::clamp(value, 0., is_short ? 65535. : 4e9))));
}

void move_tags(std::string& block, std::size_t directory, const PixelTags& tags, const PixelMove& move) {
    const ExifReader reader{block};
    std::vector<ExifNumber> numbers = numbers_of(reader, directory, tags.tags[0]);
    if (tags.tags[1] != 0) {
        const std::vector<ExifNumber> down = numbers_of(reader, directory, tags.tags[1]);
        numbers = {numbers.empty() ? ExifNumber{} : numbers[0], down.empty() ? ExifNumber{} : down[0]};
    }
    if (numbers.size() < 2 || numbers.size() > 4) return;
    PixelNumbers v{};
    for (std::size_t i = 0; i < numbers.size(); ++i) v[i] = numbers[i].value;
    if (numbers.size() == 3) v[3] = v[2]; // a circle
    const auto now = moved(tags, v, move);
    if (!now) return ExifWriter{block}.remove(directory, tags.tags[0]);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i].at > 0 && numbers[i].value != (*now)[i]) put(ExifWriter{block}, numbers[i], (*now)[i]);
}

/// Rational polynomials of satellites (RPCs in GeoTIFF, 2012): offsets and scales of lines and samples, of
/// which 0, 0 is the middle of a pixel.
void move_rpc(std::string& block, const PixelMove& move) {
    constexpr std::uint32_t coefficients = 50844;
    const ExifReader reader{block};
    const auto numbers = numbers_of(reader, reader.number(4, 4), coefficients);
    constexpr std::size_t offsets[] = {3, 2}, scales[] = {8, 7}; // across and down
    for (std::size_t axis = 0; axis < 2 && numbers.size() == 92; ++axis) {
        const ExifNumber &offset = numbers[offsets[axis]], &scale = numbers[scales[axis]];
        put(ExifWriter{block}, offset, (offset.value + 0.5 - move.from[axis]) / move.factor[axis] - 0.5);
        put(ExifWriter{block}, scale, scale.value / move.factor[axis]);
    }
}

/// A single tie point stays at its pixel, as many readers support only pixel 0, 0: its coordinates move.
void move_geo(std::string& block, const PixelMove& move) {
    constexpr double raster_type = 1025, is_point = 2; // coordinates of a pixel's middle
    const ExifReader reader{block};
    const ExifWriter writer{block};
    const std::size_t directory = reader.number(4, 4);
    double middle = 0;
    const auto keys = numbers_of(reader, directory, geo_keys);
    for (std::size_t i = 4; i + 3 < keys.size(); i += 4)
        if (keys[i].value == raster_type && keys[i + 3].value == is_point) middle = 0.5;
    const auto scale = numbers_of(reader, directory, pixel_scale),
               ties = numbers_of(reader, directory, tie_points),
               matrix = numbers_of(reader, directory, transformation);
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double factor = move.factor[axis], origin = move.from[axis] + middle * factor - middle;
        const bool single = ties.size() == 6 && scale.size() >= 2;
        for (std::size_t i = axis; i + 5 - axis < ties.size(); i += 6) {
            const double step = origin + ties[i].value * (factor - 1), sign = axis == 0 ? 1 : -1;
            if (single)
                put(writer, ties[i + 3], ties[i + 3].value + sign * step * scale[axis].value);
            else
                put(writer, ties[i], (ties[i].value - origin) / factor);
        }
        if (scale.size() >= 2) put(writer, scale[axis], scale[axis].value * factor);
        for (std::size_t i = axis; i < 16 && matrix.size() == 16; i += 4) {
            const ExifNumber& sum = matrix[i + 3 - axis];
            put(writer, sum, value_at(reader, sum.at, type_double) + matrix[i].value * origin);
            put(writer, matrix[i], matrix[i].value * factor);
        }
    }
}

} // namespace

void move_exif(std::string& block, const PixelMove& move) {
    for (const PixelTags& tags : pixel_tags()) {
        const ExifReader reader{block};
        const std::size_t first = reader.number(4, 4), camera = reader.value_of(first, camera_directory);
        if (tags.directory == ExifDirectory::first) move_tags(block, first, tags, move);
        if (tags.directory == ExifDirectory::camera) move_tags(block, camera, tags, move);
        if (tags.directory == ExifDirectory::interoperability)
            move_tags(block, reader.value_of(camera, interoperability_directory), tags, move);
    }
    move_geo(block, move);
    move_rpc(block, move);
}

bool has_tag(const std::string& block, std::uint16_t tag) {
    const ExifReader reader{block};
    return reader.place_of(reader.number(4, 4), tag) != 0;
}

void set_text(std::string& block, std::uint16_t tag, const std::string& text) {
    const ExifReader reader{block};
    const ExifWriter writer{block};
    const std::size_t directory = reader.number(4, 4), place = reader.place_of(directory, tag);
    if (place == 0) return;
    if (text.empty()) return writer.remove(directory, tag);
    block.resize(block.size() + block.size() % 2, '\0');
    writer.put(place - 4, 4, std::uint32_t(text.size() + 4));
    writer.put(place, 4, std::uint32_t(block.size()));
    block.append(text).append(4, '\0'); // more bytes than lie within an entry
}

void blank_statistics(std::string& block) {
    const ExifReader reader{block};
    const std::size_t place = reader.place_of(reader.number(4, 4), gdal_metadata);
    if (place == 0) return;
    const std::size_t last =
        std::min(block.size(), std::size_t(reader.number(place, 4)) + reader.number(place - 4, 4));
    constexpr std::string_view begin = "<Item name=\"STATISTICS_", end = "</Item>";
    for (std::size_t at = block.find(begin, reader.number(place, 4)); at < last; at = block.find(begin, at)) {
        const std::size_t after = std::min(block.find(end, at), last - end.size()) + end.size();
        block.replace(at, after - at, after - at, ' ');
    }
}

bool is_georeferenced(const std::string& block) {
    return has_tag(block, tie_points) || has_tag(block, transformation);
}

namespace {

using enum PixelKind;
using enum ExifDirectory;
// clang-format off
constexpr PixelTags tags_of_pixels[] = {
    {"http://ns.adobe.com/tiff/1.0/", "", {"ImageWidth", "ImageLength"}, picture, false, first, {0x100, 0x101}},
    {"http://ns.adobe.com/tiff/1.0/", "", {"XResolution", "YResolution"}, resolution, false, first, {0x11A, 0x11B}},
    {"http://ns.adobe.com/exif/1.0/", "", {"PixelXDimension", "PixelYDimension"}, picture, false, camera, {0xA002, 0xA003}},
    {"http://ns.adobe.com/exif/1.0/", "", {"FocalPlaneXResolution", "FocalPlaneYResolution"}, sensor, false, camera, {0xA20E, 0xA20F}},
    {"", "", {"FocalPlaneXResolution", "FocalPlaneYResolution"}, sensor, false, first, {0x920E, 0x920F}}, // of TIFF/EP
    {"", "", {"RelatedImageWidth", "RelatedImageHeight"}, picture, false, interoperability, {0x1001, 0x1002}},
    {"http://ns.adobe.com/exif/1.0/", ":SubjectArea", {"SubjectArea"}, centre, false, camera, {0x9214}},
    {"http://ns.adobe.com/exif/1.0/", ":SubjectLocation", {"SubjectLocation"}, centre, false, camera, {0xA214}},
    {"", "", {"SubjectLocation"}, centre, false, first, {0x9214}}, // of TIFF/EP
    {"http://ns.google.com/photos/1.0/panorama/", "", {"FullPanoWidthPixels", "FullPanoHeightPixels"}, length},
    {"http://ns.google.com/photos/1.0/panorama/", "", {"CroppedAreaLeftPixels", "CroppedAreaTopPixels"}, offset},
    {"http://ns.google.com/photos/1.0/panorama/", "", {"CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels"}, frame},
    {"http://ns.google.com/photos/1.0/panorama/", "", {"LargestValidInteriorRectLeft", "LargestValidInteriorRectTop",
                                                       "LargestValidInteriorRectWidth", "LargestValidInteriorRectHeight"}, corner},
    {"http://ns.google.com/videos/1.0/spherical/", "", {"FullPanoWidthPixels", "FullPanoHeightPixels"}, length},
    {"http://ns.google.com/videos/1.0/spherical/", "", {"CroppedAreaLeftPixels", "CroppedAreaTopPixels"}, offset},
    {"http://ns.google.com/videos/1.0/spherical/", "", {"CroppedAreaImageWidthPixels", "CroppedAreaImageHeightPixels"}, frame},
    {"http://ns.google.com/photos/1.0/depthmap/", "", {"ImageWidth", "ImageHeight"}, picture},
    {"http://ns.google.com/photos/1.0/focus/", "", {"FocalPointX", "FocalPointY"}, corner, true},
    {"http://www.dji.com/drone-dji/1.0/", "", {"CalibratedOpticalCenterX", "CalibratedOpticalCenterY"}, corner},
    {"http://www.dji.com/drone-dji/1.0/", "", {"CalibratedFocalLength"}, length},
    {"http://ns.adobe.com/xap/1.0/sType/Dimensions#", ":AppliedToDimensions", {"w", "h"}, picture},
    {"http://ns.adobe.com/xmp/sType/Area#", ":li", {"x", "y", "w", "h"}, centre, true},
    {"http://ns.acdsee.com/sType/Dimensions#", ":AppliedToDimensions", {"w", "h"}, picture},
    {"http://ns.acdsee.com/sType/Area#", ":li", {"x", "y", "w", "h"}, centre, true},
    {"http://ns.microsoft.com/photo/1.2/t/Region#", ":li", {"Rectangle"}, corner, true},
    {"http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ":li", {"rbX", "rbY", "rbW", "rbH"}, corner, true},
    {"http://iptc.org/std/Iptc4xmpExt/2008-02-29/", ":li", {"rbRx"}, length, true},
    {"http://ns.adobe.com/camera-raw-settings/1.0/", "", {"CropLeft", "CropTop", "CropRight", "CropBottom"}, edges, true},
};
// clang-format on

/// Cuts a length from `at` on to 0 .. end. False: nothing of it is there.
bool cut(double& at, double& length, double end) {
    const bool within = length > 0 ? at < end && at + length > 0 : at >= 0 && at <= end;
    const double after = std::clamp(at + length, 0., end);
    at = std::clamp(at, 0., end);
    length = after - at;
    return within;
}

/// Left, top, width and height in pixels. False: they are outside.
bool move_area(PixelNumbers& v, const PixelMove& move) {
    if (move.turn.mirrored_x) v[0] = move.old.width - v[0] - v[2];
    if (move.turn.mirrored_y) v[1] = move.old.height - v[1] - v[3];
    if (move.turn.swapped) v = {v[1], v[0], v[3], v[2]};
    for (std::size_t k = 0; k < 4; ++k) v[k] = (v[k] - (k < 2 ? move.from[k] : 0)) / move.factor[k % 2];
    return cut(v[0], v[2], move.size.width) & cut(v[1], v[3], move.size.height);
}

} // namespace

std::span<const PixelTags> pixel_tags() { return tags_of_pixels; }

std::optional<PixelNumbers> moved(const PixelTags& tags, PixelNumbers v, const PixelMove& move) {
    const PixelKind kind = tags.kind;
    const PixelNumbers size{double(move.size.width), double(move.size.height)},
        old{double(move.old.width), double(move.old.height)};
    if (kind == picture) return size;
    for (std::size_t k = 0; tags.normalised && k < 4; ++k) v[k] *= old[k % 2];
    const bool area = kind == corner || kind == centre || kind == edges;
    if (!area && move.turn.swapped) std::swap(v[0], v[1]);
    const double half = kind == centre ? 0.5 : 0, edge = kind == edges ? 1 : 0;
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const double seen = old[move.turn.swapped ? 1 - axis : axis];
        if (kind == offset) v[axis] += move.from[axis];
        if (kind == frame) v[axis] *= size[axis] / seen;
        if (kind == length || kind == offset) v[axis] /= move.factor[axis];
        if (kind == sensor) v[axis] /= move.density[axis];
        if (kind == resolution && axis == 0) v[axis] /= move.density[0] / move.density[1];
        v[axis + 2] -= edge * v[axis];
        v[axis] -= half * v[axis + 2];
    }
    if (area && !move_area(v, move)) return {};
    for (std::size_t axis = 0; axis < 2; ++axis) {
        v[axis] += half * v[axis + 2];
        v[axis + 2] += edge * v[axis];
    }
    for (std::size_t k = 0; tags.normalised && k < 4; ++k) v[k] /= size[k % 2];
    return v;
}

} // namespace atrous
