// Lists the rows of each folder formats/NAME.
#include "formats/dispatch/codecs.h"
#include <algorithm>

namespace atrous {

extern const Codec exr_codec, tiff_codec, png_codec, jpeg_codec, webp_codec, heif_codec, pnm_codec, dpx_codec,
    jpegxl_codec;
extern const Reader jpeg_reader, png_reader, tiff_reader, exr_reader, webp_reader, heif_reader, raw_reader,
    gif_reader, psd_reader, bmp_reader, targa_reader, pnm_reader, hdr_reader, dpx_reader, jpeg2000_reader,
    jpegxl_reader;

namespace {

/// The row of this name, or an empty one.
template <class Row>
const Row& row_named(std::span<const Row* const> rows, std::string_view format) {
    static constexpr Row plain{""};
    const auto found = std::ranges::find(rows, format, [](const Row* row) { return row->name; });
    return found == rows.end() ? plain : **found;
}

} // namespace

std::span<const Codec* const> codecs() {
    static constexpr const Codec* all[] = {&exr_codec,  &tiff_codec, &png_codec, &jpeg_codec,
                                           &webp_codec, &heif_codec, &pnm_codec, &dpx_codec,
                                           &jpegxl_codec};
    return all;
}

const Codec& codec_named(std::string_view format) { return row_named(codecs(), format); }

const Reader& reader_named(std::string_view format) {
    static constexpr const Reader* all[] = {&jpeg_reader, &png_reader,  &tiff_reader,    &exr_reader,
                                            &webp_reader, &heif_reader, &raw_reader,     &gif_reader,
                                            &psd_reader,  &bmp_reader,  &targa_reader,   &pnm_reader,
                                            &hdr_reader,  &dpx_reader,  &jpeg2000_reader,
                                            &jpegxl_reader};
    return row_named(std::span<const Reader* const>(all), format);
}

int rows_together(const OIIO::ImageSpec& spec, const Reader& reader) {
    if (spec.tile_width > 0) return spec.tile_height;
    return reader.rows_together ? reader.rows_together(spec) : 1;
}

} // namespace atrous
