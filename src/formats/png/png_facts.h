// What a PNG says of its picture beside metadata and profile, which goes from PNG to PNG as it is: its colours (cICP, sRGB, gAMA,
// cHRM), its background, its time. Its library would write what it made of them, and more than there was.
#pragma once
#include "files/file_view.h"
#include "formats/png/chunks.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

struct PngFacts {
    bool known = false;                    ///< a PNG was read: what it does not say is not said of it
    std::vector<MetadataChunk> colours;    ///< beside cICP, which counts before it, iCCP, too
    std::vector<std::uint16_t> background; ///< one sample, or three, of 16 bits; empty: there is none
    std::string time;                      ///< as tIME has it

    /// The data of one of `colours`; empty where there is none.
    std::string_view colour(std::string_view name) const;
};

/// Of chunks with a right checksum.
PngFacts png_facts(const FileView& file);

/// The first bytes of an encoded PNG, up to its samples at least, with these facts in place of those that its library wrote.
std::string with_png_facts(std::string_view head, const PngFacts& facts);

} // namespace atrous
