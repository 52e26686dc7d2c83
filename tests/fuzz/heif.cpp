// Tests the reader of HEIC and AVIF, which calls libheif, and the metadata that it finds.
#include "formats/common/codec.h"
#include "formats/heif/heif_boxes.h"
#include "fuzz_file.h"
#include "metadata/exif_block.h"
#include <new>

using namespace atrous;

namespace {

constexpr std::size_t max_pixels = std::size_t(1) << 20;

void read_all(const std::filesystem::path& path, std::size_t file) {
    OpenFile open{path, &heif_format, &heif_reader};
    heif_reader.open(open);
    const OIIO::ImageSpec& spec = open.specs.front();
    const auto samples = std::size_t(spec.image_bytes());
    hold(spec.get_int_attribute(bits_attribute, 8) <= 16 && samples > 0 && open.warnings.size() <= file);
    ImageFile image;
    Metadata metadata;
    heif_reader.read_metadata(open, image, metadata);
    hold(metadata.exif.size() <= file);
    if (samples > 8 * max_pixels) return;
    Bytes whole(samples), row(samples / std::size_t(spec.height));
    heif_reader.read(open, 0, spec, whole);
    heif_reader.read(open, 0, spec, row);
    mark_upright(metadata.exif);
}

} // namespace

/// dav1d leaks a few bytes of damaged streams.
extern "C" const char* __lsan_default_suppressions() { return "leak:libdav1d"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] {
        try {
            const std::string bytes = text_of(data, size);
            if (heif_pictures(FileView::of(bytes)).pixels > max_pixels) return; // not without a grant
            read_all(as_file(bytes), size);
        } catch (const std::bad_alloc&) { // as in the codec
            throw memory_error("not enough memory");
        }
    });
    return 0;
}
