// Tests ancillary data of a PNG: reads it, and puts it into the head of another PNG.
#include "files/deflate.h"
#include "files/file_view.h"
#include "formats/png/png.h"
#include "fuzz.h"

using namespace atrous;

namespace {

/// Chunks with known names and right checksums, which mutations rarely produce: pieces of a length, a name, data.
std::string png_of(std::string_view bytes) {
    static constexpr const char* names[] = {"IHDR", "cICP", "iCCP", "sRGB", "gAMA", "cHRM",
                                            "bKGD", "tIME", "PLTE", "oFFs", "IDAT", "tEXt"};
    std::string png = "\x89PNG\r\n\x1a\n";
    while (bytes.size() >= 2) {
        const std::string name = names[static_cast<unsigned char>(bytes[0]) % std::size(names)];
        const std::string data(bytes.substr(2, static_cast<unsigned char>(bytes[1])));
        png += number_bytes(data.size(), 4) + name + data + number_bytes(crc_of(name + data), 4);
        bytes.remove_prefix(2 + data.size());
    }
    return png;
}

/// Position of the first samples, or the end of a file without samples.
std::size_t picture_in(const std::string& png) {
    std::uint64_t at = png.size();
    walk_png(FileView::of(png), [&](const PngChunk& chunk) {
        if (chunk.name == "IDAT") at = chunk.at - 8;
        return chunk.name != "IDAT";
    });
    return std::size_t(at);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = text_of(data, size);
    for (const std::string& png : {bytes, png_of(bytes)}) {
        const std::vector<MetadataChunk> facts = png_facts(FileView::of(png));
        const std::size_t background = chunk_body(facts, "bKGD").size();
        hold(background == 0 || background == 2 || background == 6);
        const std::string once = with_png_facts(png, facts);
        hold(once.ends_with(std::string_view(png).substr(picture_in(png))));
        with_png_facts(bytes.substr(0, bytes.size() / 2), facts);
    }
    return 0;
}
