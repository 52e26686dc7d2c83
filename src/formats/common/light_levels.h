// The light that PQ and HLG files specify, as attributes of a header: of their content (CTA-861.3, HEIF's `clli`, PNG's cLLI), and of the
// display on which they were graded (SMPTE ST 2086, `mdcv` and mDCV). Numbers are in PNG's units.
#pragma once
#include "formats/common/codec.h"
#include <array>

namespace atrous {

/// The light of the brightest pixel and the mean of all pixels, each by its largest channel, in 0.0001 cd/m2 (all 0: to be measured).
using ContentLight = std::array<std::uint32_t, 2>;
/// Chromaticities x, y of red, green, blue and white in 0.00002; the highest and the lowest luminance in 0.0001 cd/m2.
using DisplayLight = std::array<std::uint32_t, 10>;

constexpr std::uint32_t steps_of_nit = 10000; ///< units of luminance in 1 cd/m2

/// The levels of a header, or nothing if it has none of this very type.
std::optional<ContentLight> content_light(const OIIO::ImageSpec& spec);
std::optional<DisplayLight> display_light(const OIIO::ImageSpec& spec);
void put_light(OIIO::ImageSpec& spec, const ContentLight& light);
void put_light(OIIO::ImageSpec& spec, const DisplayLight& light);
/// Puts them into the header of a file. Warns of impossible numbers: levels of the content are measured instead, and a display is left out.
void take_light(OpenFile& open, OIIO::ImageSpec& spec, std::optional<ContentLight> content,
                const std::optional<DisplayLight>& display);

/// Warns of a profile, if there is one, that is not of these code points of PQ or HLG.
void warn_of_contradiction(OpenFile& open, std::string_view profile, const CodePoints& points);

/// The code points of a header for samples of PQ or HLG, or nothing for other samples.
std::optional<CodePoints> hdr_points(const OIIO::ImageSpec& spec);
/// Measures the content of encoded samples, of which hdr_points() are these.
ContentLight measured_light(const Encoded& encoded, const CodePoints& points);

/// A number that images with other samples do not have, most likely.
std::uint64_t fingerprint(const Pixels& pixels);

} // namespace atrous
