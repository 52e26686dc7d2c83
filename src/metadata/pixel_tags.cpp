// The table of tags that hold pixel numbers. Sources: Exif 2.32, 4.6, TIFF/EP, XMP part 2, Google's photo sphere and
// spherical video metadata, MWG guidelines 2.0, 5.9, Microsoft's people tags, IPTC Photo Metadata 2022.1, image regions.
#include "metadata/exif_block.h"
#include <algorithm>

namespace atrous {
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
