// Checks PSD and PSB (Adobe Photoshop File Formats Specification). OpenImageIO 2.4 reads the image that the
// layers make.
#include "formats/common/codec.h"
#include "formats/psd/messages.h"
#include "metadata/exiv2.h"

namespace atrous {
namespace {

/// Modes whose numbers are no RGB or grey. For a palette OpenImageIO 2.4 reads pixels of three samples as pixels of
/// four.
struct Mode {
    std::uint64_t number;
    const char* colours;
};
constexpr Mode refused[] = {{2, "indexed"}, {4, "CMYK"}, {7, "multichannel"}, {8, "duotone"}, {9, "Lab"}};

/// Its colours, and the lengths of its sections.
Message check_psd(const FileView& file) {
    constexpr std::uint64_t mode_at = 24;
    const std::uint64_t mode = file.number(mode_at, 2);
    for (const Mode& row : refused)
        if (row.number == mode) return message(messages::psd_colours, row.colours);
    std::uint64_t at = 26; // after the header
    for (const char* name : {"colour table", "resources", "layers"}) {
        constexpr std::uint64_t version_at = 4, psb = 2;
        const bool wide = *name == 'l' && file.number(version_at, 2) == psb;
        const std::uint64_t begin = at + (wide ? 8 : 4), length = file.number(at, wide ? 8 : 4);
        if (!file.has(begin, length)) return message(messages::psd_cut, name, length, file.size());
        at = begin + length;
    }
    return {};
}

/// Warns once per run of contents in addition to its merged image.
void note_layers(OpenFile& open, const std::string&) {
    constexpr std::uint64_t channels_at = 12;
    if (open.in->seek_subimage(2, 0)) // 0 is the merged image
        open.warn(message(messages::psd_layers));
    if (FileView(open.path).number(channels_at, 2) > std::uint64_t(open.specs[0].nchannels))
        open.warn(message(messages::psd_channels));
    open.in->geterror();
    open.in->seek_subimage(0, 0);
}

void psd_metadata(const OpenFile& open, ImageFile&, Metadata& found) { found = read_by_exiv2(open.path); }

} // namespace

const Codec psd_codec{.format = psd_format,
                      .reader = {.check = check_psd,
                                 .advice = "; save it as RGB without layers",
                                 .opened = note_layers,
                                 .read_metadata = psd_metadata}};

} // namespace atrous
