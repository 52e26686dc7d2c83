// The metadata of a photograph as blocks of bytes that go from file to file, and the metadata that some formats keep in their own
// form.
#pragma once
#include "base/message.h"
#include "metadata/xmp_text.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// An APPn (0xE0 + n) or comment (0xFE) segment of a JPEG without its marker and length.
struct JpegSegment {
    int marker;
    std::string body;
    bool is(int app, std::string_view magic) const {
        return marker == 0xE0 + app && std::string_view(body).starts_with(magic);
    }
};

/// A chunk of a PNG or WebP.
struct MetadataChunk {
    std::string name; ///< four letters
    std::string data;
};

/// Bytes of chunks with metadata that are read, at most.
constexpr std::uint64_t max_chunk_bytes = std::uint64_t(64) << 20;

/// Facts about the image of a PNG other than metadata and profile, see png.h.
struct PngFacts {
    bool known = false;                 ///< a PNG was read: facts that it does not specify stay unspecified
    std::vector<MetadataChunk> colours; ///< with cICP, which has precedence, iCCP, too
    std::vector<std::uint16_t> background; ///< one sample, or three, of 16 bits (empty: there is none)
    std::string time;                      ///< as tIME has it

    /// The data of one of `colours`, or empty if there is none.
    std::string_view colour(std::string_view name) const;
};

struct Metadata {
    std::string exif;       ///< a TIFF structure, see exif_block.h (with the maker note, without thumbnail)
    bool thumbnail = false; ///< the block had one
    std::string xmp;        ///< the packet as it is
    std::string iptc;       ///< IIM datasets
    std::string photoshop;  ///< image resources as they are, see exif_block.h
    std::string comment;
    std::string profile;               ///< ICC
    std::vector<JpegSegment> segments; ///< of a JPEG: all of the above (and more), byte for byte
    std::vector<MetadataChunk> chunks; ///< of a PNG: EXIF and texts, XMP among them, byte for byte
    PngFacts png;                      ///< further facts about the image of a PNG
    Messages warnings;                 ///< about data that are left out, without the file's name
    std::string problem;               ///< complaint of Exiv2 (empty: none)

    /// Nothing to be put into another file.
    bool empty() const {
        return exif.empty() && xmp.empty() && iptc.empty() && comment.empty() && segments.empty() &&
               chunks.empty();
    }
};

/// The text of ExtendedXMP in all its segments, or empty if there is none, or not all of it.
std::string extended_xmp(const std::vector<JpegSegment>& segments);
/// Replaces it. Its number, the MD5 of the old one, stays: readers only compare it with the one in the first
/// packet.
void set_extended_xmp(std::vector<JpegSegment>& segments, const std::string& text);

/// Changes each EXIF block and XMP packet, wherever it is stored. The changes return true if they were made.
template <class Exif, class Xmp>
void change_everywhere(Metadata& metadata, Exif change_exif, Xmp change_xmp) {
    if (!metadata.exif.empty()) change_exif(metadata.exif);
    if (!metadata.xmp.empty()) change_xmp(metadata.xmp);
    for (JpegSegment& segment : metadata.segments) {
        if (!segment.is(1, {})) continue;
        change_behind(segment.body, exif_magic, change_exif);
        change_behind(segment.body, xmp_magic, change_xmp);
    }
    if (std::string more = extended_xmp(metadata.segments); !more.empty() && change_xmp(more))
        set_extended_xmp(metadata.segments, more);
    for (MetadataChunk& chunk : metadata.chunks) {
        if (chunk.name == "eXIf") change_exif(chunk.data);
        change_behind(chunk.data, xmp_text, change_xmp);
    }
}

} // namespace atrous
