// The chunks of a PNG: metadata, checks before libpng reads them, and facts about the image that go from PNG to PNG.
#pragma once
#include "files/file_view.h"
#include "formats/common/check.h"
#include "formats/common/light_levels.h"
#include "metadata/metadata.h"

namespace atrous {

using MetadataChunk = MetadataBlock; ///< named by its four letters

// chunks.cpp: metadata. Exiv2 0.27 would rewrite the EXIF blocks of a PNG as a text chunk that few viewers read.

/// True if a chunk's checksum is right. The data are read piece by piece.
bool is_sound(const FileView& file, const PngChunk& chunk);

/// A chunk as it is stored.
std::string png_chunk(std::string_view name, std::string_view data);

/// The chunks that hold EXIF data or text (XMP included), except chunks with a wrong checksum, at most
/// max_chunk_bytes of them. A chunk that does not lie in the file ends the list.
std::vector<MetadataChunk> png_metadata_chunks(const std::filesystem::path& path);
/// The EXIF block among them, without thumbnail, and true if it had one. Empty if there is none.
std::string exif_of(const std::vector<MetadataChunk>& chunks, bool* had_thumbnail = nullptr);

/// Puts the chunks after the header. Returns false if `png` is not a PNG.
bool add_png_chunks(std::string& png, const std::vector<MetadataChunk>& chunks);

/// A PNG of one pixel's header and these chunks, without an image: for Exiv2, which checks no checksums, and
/// unpacks a damaged profile to uninitialised memory.
std::string png_of_chunks(const std::vector<MetadataChunk>& chunks);

// png_check.cpp: checks of the chunks before libpng reads them

Message check_png(const FileView& file);
/// Its chunks have checksums.
Damage damage_in_png(const FileView& file);
/// The damage of the chunks of its samples: cut off, or a wrong checksum, or empty if there is none.
Message check_png_samples(const FileView& file);
/// The profile, whose chunk has a right checksum and can be unpacked, and whose tags lie in it, otherwise
/// empty.
std::string profile_of_png(const FileView& file);

// png_light.cpp: light levels of PQ and HLG (cLLI and mDCV, 11.3.2.7 and 11.3.2.8)

/// True for a chunk of light levels, also by its name in drafts of the standard, of the right length.
bool is_light(std::string_view name, std::uint64_t length);
/// True if the file specifies PQ or HLG (cICP), so that its light levels are read.
bool has_png_light(const FileView& file);
std::pair<std::optional<ContentLight>, std::optional<DisplayLight>> png_light(const FileView& file);
/// The chunks that specify the samples of PQ or HLG of a header: cICP, unless `own` has one, and the light levels.
std::vector<MetadataChunk> hdr_chunks(const OIIO::ImageSpec& spec, const std::vector<MetadataChunk>& own);

// png_facts.cpp: colours (cICP, sRGB, gAMA, cHRM), background and time. libpng would write its own versions
// of them, and additional ones.

/// Reads the facts of the chunks with a right checksum: with cICP, which has precedence, iCCP, too; the background
/// as one sample or three of 16 bits; a time.
std::vector<MetadataChunk> png_facts(const FileView& file);
/// True for the name of a chunk of colours.
bool is_png_colour(std::string_view name);
/// The body of the chunk of this name, or empty if there is none.
std::string_view chunk_body(const std::vector<MetadataChunk>& chunks, std::string_view name);

/// The first bytes of an encoded PNG, up to its samples at least, with these chunks, and without chunks that
/// libpng wrote of the same facts. `all`: there are no facts but these.
std::string with_png_facts(std::string_view head, const std::vector<MetadataChunk>& chunks, bool all = false);

} // namespace atrous
