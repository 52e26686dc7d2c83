// Refuses BMPs with rarely used sample layouts: OpenImageIO 2.4 shows other samples for them, or takes samples from
// uninitialised memory.
#include "formats/common/codec.h"
#include "formats/common/damage_messages.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::uint64_t bmp_masked = 3;
/// Sample layouts that are read correctly. OpenImageIO takes other layouts for these.
constexpr StoredWay bmp_stored[] = {{1, 0},  {4, 0}, {8, 0}, {16, 0}, {24, 0},
                                    {32, 0}, {4, 2}, {8, 1}, {16, 3}, {32, bmp_masked}};

/// There are several headers of BMPs. If a header is cut, or has an unsupported size, OpenImageIO 2.4 takes
/// the image's size from uninitialised memory.
Message check_bmp(const FileView& file) {
    constexpr std::uint64_t file_header = 14, masks[] = {0xff0000, 0xff00, 0xff}, masks_at = 54;
    const std::uint64_t header = file.number(file_header, 4, false), picture = file.number(10, 4, false);
    if (header != 12 && header != 40 && header != 108 && header != 124)
        return message(messages::bmp_header, header);
    if (!file.has(file_header, header) || picture > file.size())
        return message(messages::bmp_cut, file_header + header, picture, file.size());
    const StoredWay own{file.number(28, 2, false), file.number(30, 4, false)};
    if (header > 12 && std::ranges::find(bmp_stored, own) == std::end(bmp_stored)) return not_stored(own);
    for (std::uint64_t i = 0; own == StoredWay{32, bmp_masked} && i < 3; ++i)
        if (file.number(masks_at + 4 * i, 4, false) != masks[i]) return message(messages::bmp_order);
    return {};
}

/// True if a BMP of 32 bits has alpha: by its header, or, for old headers that reserve the fourth byte, if
/// the byte is not 0 everywhere (many tools, including OpenImageIO 2.4, write alpha there).
bool has_bmp_alpha(const FileView& file) {
    constexpr std::uint64_t with_masks = 108;
    if (file.number(14, 4, false) >= with_masks) return file.number(66, 4, false) != 0;
    for (std::uint64_t at = file.number(10, 4, false) + 3; file.has(at, 1); at += 4)
        if (file.number(at, 1) != 0) return true;
    return false;
}

void patch_header(OpenFile& open, OIIO::ImageSpec& spec) {
    if (spec.nchannels != 4 || has_bmp_alpha(FileView(open.path))) return;
    spec.nchannels = 3, spec.alpha_channel = -1;
    spec.channelnames.resize(3);
}

} // namespace

const Codec bmp_codec{.format = bmp_format, .reader = {.check = check_bmp, .patch_header = patch_header}};

} // namespace atrous
