// Colours that a HEIC, an AVIF or a PNG names otherwise than by a profile become one, so that all that is done with profiles is
// done with them.
#pragma once
#include "formats/heif/heif_read.h"
#include "formats/png/png_facts.h"
#include <OpenImageIO/imageio.h>
#include <filesystem>
#include <string>
#include <vector>

namespace atrous {

/// Puts the profile of a HEIC or AVIF into its header, or what nclx says. Throws a file error for PQ and HLG, and for a profile that
/// does not end well.
void set_heif_colours(OIIO::ImageSpec& spec, const HeifReader& heif, const std::filesystem::path& path,
                      std::vector<std::string>& warnings);
/// The same for the colours of an OpenEXR: its chromaticities, else the name of its colour space.
void set_exr_colours(OIIO::ImageSpec& spec, const std::filesystem::path& path,
                     std::vector<std::string>& warnings);
/// The same for a PNG: cICP counts before its profile, gAMA, with cHRM or without, after it. Throws a file error for PQ and HLG.
void set_png_colours(OIIO::ImageSpec& spec, const PngFacts& facts, const std::filesystem::path& path,
                     std::vector<std::string>& warnings);

/// The same for a DPX that is linear; warns of a logarithmic one, unless a profile is assumed.
void set_dpx_colours(OIIO::ImageSpec& spec, const std::filesystem::path& path, bool assumed,
                     std::vector<std::string>& warnings);

} // namespace atrous
