// The metadata of a photograph as blocks of bytes that go from file to file. Only the row of a
// format interprets blocks of its own, except for EXIF and XMP in them.
#pragma once
#include "base/message.h"
#include "metadata/xmp_text.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace atrous {

/// A piece of metadata in the form of one format, which alone interprets it: a segment, a chunk.
struct MetadataBlock {
    std::string name; ///< letters, or one byte, a marker
    std::string body;

    MetadataBlock(std::string letters, std::string bytes)
        : name(std::move(letters)), body(std::move(bytes)) {}
    MetadataBlock(int marker, std::string bytes) : name(1, char(marker)), body(std::move(bytes)) {}
    int marker() const { return static_cast<unsigned char>(name[0]); }
    /// True for an application's block (markers from 0xE0 on) that begins so.
    bool is(int app, std::string_view magic) const {
        return marker() == 0xE0 + app && std::string_view(body).starts_with(magic);
    }
};

/// Bytes of blocks with metadata that are read, at most.
constexpr std::uint64_t max_chunk_bytes = std::uint64_t(64) << 20;

struct Metadata {
    std::string exif;       ///< a TIFF structure, see exif_block.h (with the maker note, without thumbnail)
    bool thumbnail = false; ///< the block had one
    std::string xmp;        ///< the packet as it is
    std::string iptc;       ///< IIM datasets
    std::string photoshop;  ///< image resources as they are, see exif_block.h
    std::string comment;
    std::string profile; ///< ICC
    std::vector<MetadataBlock>
        own; ///< all of the above and more, byte for byte, for files of the same format
    /// Blocks of a JPEG in addition to the others, wherever those come from: they announce a new gain map.
    std::vector<MetadataBlock> added{};
    std::string_view format; ///< that format, by OpenImageIO's name
    Messages warnings;       ///< about data that are left out, without the file's name
    std::string problem;     ///< complaint of Exiv2 (empty: none)

    /// Nothing to be put into another file.
    bool empty() const {
        return exif.empty() && xmp.empty() && iptc.empty() && photoshop.empty() && comment.empty() &&
               own.empty() && added.empty();
    }
};

// extended_xmp.cpp

/// The text of ExtendedXMP in all its blocks, or empty if there is none, or not all of it.
std::string extended_xmp(const std::vector<MetadataBlock>& blocks);
/// Replaces it. Its number, the MD5 of the old one, stays: readers only compare it with the one in the first
/// packet.
void set_extended_xmp(std::vector<MetadataBlock>& blocks, const std::string& text);
/// True for a piece of it, maybe a damaged one.
bool is_extended_xmp(const MetadataBlock& block);

/// Changes each EXIF block and XMP packet, wherever it is stored. The changes return true if they were made.
template <class Exif, class Xmp>
void change_everywhere(Metadata& metadata, Exif change_exif, Xmp change_xmp) {
    if (!metadata.exif.empty()) change_exif(metadata.exif);
    if (!metadata.xmp.empty()) change_xmp(metadata.xmp);
    for (MetadataBlock& block : metadata.own) {
        if (block.name == exif_name) change_exif(block.body);
        change_behind(block.body, exif_magic, change_exif);
        for (const std::string_view magic : {xmp_magic, xmp_text})
            change_behind(block.body, magic, change_xmp);
    }
    if (std::string more = extended_xmp(metadata.own); !more.empty() && change_xmp(more))
        set_extended_xmp(metadata.own, more);
}

} // namespace atrous
