// What a photograph says beside its pixels, as blocks of bytes that go from file to file. metadata.cpp is the
// only place that includes Exiv2; metadata_minimal.cpp stands in for it in a build without.
#pragma once
#include "formats/jpeg/jpeg.h"
#include "formats/png/chunks.h"
#include "formats/png/png_facts.h"

namespace atrous {

struct Metadata {
    std::string exif;       ///< a TIFF structure, see exif_block.h; with the maker note, without thumbnail
    bool thumbnail = false; ///< the block had one
    std::string xmp;        ///< the packet as it is
    std::string iptc;       ///< IIM datasets
    std::string photoshop;  ///< image resources as they are, see photoshop.h
    std::string comment;
    std::string profile;               ///< ICC
    std::vector<JpegSegment> segments; ///< of a JPEG: all of the above (and more), byte for byte
    std::vector<MetadataChunk> chunks; ///< of a PNG: EXIF and texts, XMP among them, byte for byte
    PngFacts png;                      ///< what else a PNG says of its picture
    std::vector<std::string> warnings; ///< what is left out, without the file's name
    std::string problem;               ///< what Exiv2 stumbled over; empty: nothing

    /// Nothing to be put into another file.
    bool empty() const {
        return exif.empty() && xmp.empty() && iptc.empty() && comment.empty() && segments.empty() &&
               chunks.empty();
    }
};

/// Whether Exiv2 was built in.
bool has_metadata_library();

/// What a file holds that is no JPEG. Never throws for what is in the file: what cannot be read is a warning.
Metadata read_metadata(const std::filesystem::path& path, const Format& format);
/// What a JPEG's segments hold, besides the blocks that lie in them as they are (EXIF, image resources).
Metadata read_metadata(const std::vector<JpegSegment>& segments);

/// The encoded file with the metadata in it. What the format cannot hold, or what makes writing fail, is left
/// out with one warning (without the file's name).
std::string with_metadata(std::string encoded, const Format& format, const Metadata& metadata,
                          std::vector<std::string>& warnings);

} // namespace atrous
