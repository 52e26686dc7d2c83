// Colours that files name in other ways than by an ICC profile, as profiles: by code points, by chromaticities and a gamma.
#pragma once
#include "image/profile.h"
#include <string>

namespace atrous {

/// What a file's words for its colours come to.
struct SaidColours {
    std::string profile{}; ///< ICC; empty: sRGB, or nothing that can be told
    std::string problem{}; ///< why they are not known, or cannot be used
    bool refused = false;  ///< what is made of the picture without them would be wrong
};

/// Unspecified ones are sRGB's. PQ and HLG are refused. Of a picture of `colours`: greys have the curve alone.
SaidColours said_colours(const CodePoints& points, int colours = 3);

/// Of a PNG's cHRM and gAMA: white, red, green and blue, x and y of each, and the exponent of the encoding. What is sRGB's, as far
/// as gamma can say that, is sRGB.
SaidColours said_colours(const double (&chromaticities)[8], double gamma);
/// The same by gAMA alone, with sRGB's primaries; greys have none.
SaidColours said_colours(double gamma, int colours);

/// Linear light of an OpenEXR's chromaticities: red, green, blue and white, x and y of each. Those of sRGB are sRGB.
SaidColours said_light(const float (&chromaticities)[8]);
/// Floats of a colour space by its name in OpenColorIO, OpenImageIO or colorInteropID ("ACEScg", "lin_rec2020_scene").
SaidColours said_space(const std::string& name);

} // namespace atrous
