// Reads facts about the images of a HEIF from its boxes (ISO 14496-12, 23008-12), without a library.
#pragma once
#include "files/file_view.h"
#include "formats/common/check.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// The coding and the size of its images.
struct HeifPictures {
    std::optional<bool> avif{}; ///< AV1 or HEVC, or nothing
    std::uint64_t pixels = 0;   ///< of the largest, by its properties, tiles and layers
    std::string subsampling{};  ///< the finest chroma: "4:4:4" to "4:2:0", "4:0:0" (empty: unknown)
    double aspect = 1;          ///< width of a pixel, as it is shown, by its height
    /// Primaries, transfer and matrix of the first nclx. libheif 1.15 reads none with a number that it does not know.
    std::optional<std::array<int, 3>> nclx{};
    bool unknown_light = false; ///< a light level (clli) of 0, which libheif does not return
    std::string cut_light{};    ///< the name of a box of light levels that is cut off (empty: none)
};
HeifPictures heif_pictures(const FileView& file);

/// Bytes of its coded images, except images that belong to another one: gain maps, alpha, depth, thumbnails.
std::uint64_t heif_coded_bytes(const FileView& file);

/// The tracks of an image sequence or a video in it.
int heif_tracks(const FileView& file);

/// True if a file of boxes is a HEIC or an AVIF by its brands, not a film, for which libheif 1.15 has an
/// error of its own, and 1.23 none.
bool has_heif_brand(const FileView& file);

/// True if it has an item of this type, four letters, whatever that belongs to.
bool has_heif_item(const FileView& file, std::string_view type);

// heif_check.cpp: before libheif reads the file

/// Memory for the largest image.
std::uint64_t heif_opening_bytes(const FileView& file);
/// Findings: a sequence that is not read, content credentials.
Damage damage_in_heif(const FileView& file);

} // namespace atrous
