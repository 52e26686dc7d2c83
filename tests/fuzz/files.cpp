// Tests the checks of all formats, chosen by the first byte, and the chunks of PNG and WebP.
#include "formats/common/codec.h"
#include "formats/exr/exr_header.h"
#include "formats/jpeg/jpeg.h"
#include "formats/png/png.h"
#include "formats/tiff/tiff_pages.h"
#include "formats/webp/webp_write.h"
#include "fuzz_file.h"
#include "metadata/exif_block.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    static constexpr Message (*checks[])(const FileView&) = {
        check_jpeg, check_tiff, check_png, [](const FileView& file) { return check_exr(exr_headers(file)); }};
    static const Reader* const readers[] = {&webp_reader, &jpeg2000_codec.reader, &dpx_codec.reader,
                                            &gif_codec.reader};
    const std::string bytes = text_of(data + 1, size - 1);
    const std::filesystem::path path = as_file(bytes);
    refuses([&] {
        const std::size_t format = data[0] % 8;
        (format < 4 ? checks[format] : readers[format - 4]->check)(FileView(path));
    });
    exif_of(png_metadata_chunks(path));
    OpenFile open{path, &webp_format, &webp_reader};
    ImageFile image;
    Metadata found;
    webp_reader.read_metadata(open, image, found);
    std::string png = bytes, webp = bytes;
    add_png_chunks(png, {{"tEXt", "a"}});
    add_webp_metadata(webp, "II*", "<x/>", "");
    return 0;
}
