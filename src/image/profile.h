// The relation of samples to light: the data of an ICC profile that kernels need, from any source
// (colour/profile.h). Also the profiles of standards by name, as chromaticities and curves.
#pragma once
#include "base/message.h"
#include "pixel/params.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// The relation of colour samples to light: sRGB's curve, proportional to it (scene-linear), a formula or a
/// table per channel, a profile that only the host can apply (formats/common/convert.h), pixel by pixel, or the
/// curves of high dynamic range (ITU-R BT.2100), display light in which 1 is 203 cd/m2 (ITU-R BT.2408).
enum class Transfer { srgb, linear, formula, table, host, pq, hlg };
constexpr float nits_of_white = 203; ///< cd/m2 of light 1
inline bool is_hdr(Transfer transfer) { return transfer >= Transfer::pq; }

/// Colours by the numbers of ITU-T H.273 (8.1 and 8.2), as in `nclx` of HEIF and AVIF and `cICP` of PNG (2:
/// unspecified).
struct CodePoints {
    int primaries = 2, transfer = 2;
    bool operator==(const CodePoints&) const = default;
};

/// Colours as a profile means them, for images of `colours` channels. Light is relative to the profile's white: 1 is
/// white, and equal channels of linear sRGB are neutral (ICC's relative colorimetric intent, D50).
struct Profile {
    /// Embedded in the file, specified by its EXIF data, or assumed, since the file specifies nothing.
    enum class Origin { embedded, exif, assumed };

    std::string name; ///< its description: "Adobe RGB (1998)"
    Origin origin = Origin::embedded;
    int colours = 3;
    Transfer transfer = Transfer::srgb;
    bool own_primaries = false; ///< params' matrices hold (otherwise light is linear sRGB, or grey, already)
    kernels::ProfileParams params{};
    std::vector<float> tables; ///< TONE_ENTRIES floats per table that params names

    CodePoints points{}; ///< of PQ and HLG: primaries 1, 9 or 12

    struct Icc; ///< the profile itself, which only colour/profile*.cpp read (PQ and HLG: none)
    std::shared_ptr<const Icc> icc;
};

/// Light of an sRGB sample (IEC 61966-2-1), both 0 to 1.
double srgb_light(double sample);
/// The way back.
double srgb_sample(double light);

/// A profile of RGB colours. Chromaticities x, y of red, green, blue and white.
struct RgbRow {
    const char* name;  ///< as it is typed
    const char* title; ///< as it is shown
    double primaries[4][2];
    double curve[6]; ///< lcms parametric type 4: g, a, b, c, d of (a x + b)^g from d on, c x below it. g = 1:
                     ///< linear
};
/// The profiles of --assume-profile, in the order of its help.
std::span<const RgbRow> rgb_profiles();
/// Their names.
std::vector<std::string> profile_names();

// Checks of the bytes of an ICC profile against its table of tags

/// The manual lists it, with the limits of files/file_view.h.
constexpr std::uint64_t max_profile_bytes = std::uint64_t(16) << 20;

/// The reason to refuse an ICC profile: its size, or a tag that does not lie in it.
Message check_icc(std::string_view profile);
/// The part of an ICC profile for which libpng 1.6 refuses to write it with an image of greys or of colours (empty:
/// none).
std::string png_refusal(std::string_view profile, bool grey);
/// True if a tag of it does not lie in it.
bool has_bad_icc_table(std::string_view profile);

} // namespace atrous
