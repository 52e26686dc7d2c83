// HEIC and AVIF: the reader, with libheif behind it, and the metadata that it finds.
// Sources: src/base/log.cpp src/base/size.cpp src/base/text.cpp src/base/utf8.cpp src/files/file_view.cpp
// Sources: src/formats/heif/heif_boxes.cpp src/formats/heif/heif_read.cpp src/metadata/exif_block.cpp src/platform/bytes.cpp src/platform/descriptor.cpp
// Sources: src/platform/heartbeat.cpp src/platform/huge_pages.cpp src/platform/standard_streams.cpp
// Libraries: -lheif
#include "formats/heif/heif_boxes.h"
#include "formats/heif/heif_read.h"
#include "fuzz_file.h"
#include "metadata/exif_block.h"
#include <new>

using namespace atrous;

namespace {

constexpr std::size_t most_pixels = std::size_t(1) << 20;

void read_all(HeifReader reader, std::size_t file) {
    const std::size_t samples = std::size_t(reader.size().pixels()) * std::size_t(reader.channels());
    const std::size_t sample = reader.bits() > 8 ? 2 : 1;
    hold(reader.bits() >= 8 && reader.bits() <= 16 && samples > 0);
    hold(reader.exif().size() <= file && reader.profile().size() <= file && reader.unread().size() <= file);
    hold(reader.subsampling().empty() || reader.subsampling().size() == 5);
    if (samples > 4 * most_pixels) return;
    Bytes whole(samples * sample), row(sample * samples / std::size_t(reader.size().height));
    reader.read(whole);
    reader.read(row);
    std::string exif = reader.exif();
    remove_thumbnail(exif);
    say_upright(exif);
}

} // namespace

/// dav1d loses a few bytes of streams that are damaged.
extern "C" const char* __lsan_default_suppressions() { return "leak:libdav1d"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] {
        try {
            const std::string bytes = text_of(data, size);
            if (heif_pictures(FileView::of(bytes)).pixels > most_pixels) return; // others grant the memory
            read_all(HeifReader(as_file(bytes)), size);
        } catch (const std::bad_alloc&) { // as the codec words it
            throw memory_error("not enough memory");
        }
    });
    return 0;
}
