// What follows the picture of a JPEG, on its way to another one: what stays true of the new picture, with tables that say its new
// places.
#pragma once
#include "io/codec/oiio.h"
#include "io/files/output_bytes.h"
#include "io/metadata/appended.h"

namespace atrous {

/// What a JPEG that was read has behind its picture, and what is known of that picture.
struct AppendedFile {
    Appended found;
    Size size;                   ///< of the picture
    std::vector<double> light{}; ///< cell_light() of the picture, where there is a gain map
};

/// Cells along each axis in which a gain map's picture may not change.
constexpr int light_cells = 16;
/// Mean light (0 to 1, by sRGB's curve) of each colour in each cell, row by row.
std::vector<double> cell_light(const Pixels& pixels);
/// Cells whose mean light has changed, in a colour, by more than 10 % of itself and of 1/64: the light that gain maps add to
/// black before they multiply (hdrgm:OffsetSDR). All where the colours are others.
int changed_cells(const std::vector<double>& before, const std::vector<double>& after);

/// Looks behind the picture of a JPEG that was read; `segments` are its own. Throws a file error where it cannot be opened.
void read_appended_of(ImageFile& file, const std::filesystem::path& path,
                      const std::vector<JpegSegment>& segments);

/// What is written behind the new picture.
struct AppendedPlan {
    std::shared_ptr<const AppendedFile> from = nullptr;
    std::vector<const AppendedItem*> items = {};
    /// With what the names of attributes begin that announce such things: OpenImageIO makes them of the XMP that it reads.
    std::vector<std::string> announcing = {};
};
/// Takes the attributes out that announce what is left out, where they are what is written and not the XMP.
void keep_announced(const AppendedPlan& plan, OIIO::ImageSpec& spec);
/// Takes what is left out also out of the metadata that announce it, with one warning, and puts the table for the rest in, with
/// places that append_items() mends.
AppendedPlan appended_to_write(const ImageFile& file, const Part& part, const Target& target,
                               Metadata& metadata, std::vector<std::string>& warnings);
/// Puts the items behind a JPEG that is encoded, from their file, piece by piece, and their places into its table. Throws a file
/// error: their file has changed, or a place is beyond the 4 GiB of the table.
void append_items(const AppendedPlan& plan, OutputBytes& bytes);

} // namespace atrous
