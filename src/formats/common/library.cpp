// Options that hold for all of the process, and the lock around its open().
#include "formats/common/library.h"
#include <algorithm>
#include <atomic>
#include <malloc.h>

namespace atrous {
namespace {

constexpr PixelType pixel_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

} // namespace

void prepare_library() {
    static std::once_flag once;
    std::call_once(once, [] {
        OIIO::attribute("threads", 1);         // the batch already decodes several files at once
        OIIO::attribute("try_all_readers", 0); // the first bytes decide on the format
        OIIO::attribute("tiff:half", 1);       // a half TIFF stays one
        OIIO::attribute("log_times", 0);
        OIIO::attribute("debug", 0); // otherwise its exr writer prints to stdout
    });
}

bool zero_new_memory() {
    static std::atomic<bool> done = false;
    constexpr int all_ones = 0xff; // new memory gets the complement
    return !done.exchange(true) && ::mallopt(M_PERTURB, all_ones) == 1;
}

std::mutex& opening() {
    static std::mutex lock;
    return lock;
}

OIIO::TypeDesc type_desc(PixelType type) {
    static constexpr OIIO::TypeDesc::BASETYPE rows[] = {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16,
                                                        OIIO::TypeDesc::HALF, OIIO::TypeDesc::FLOAT};
    return rows[std::size_t(type)];
}

PixelType pixel_type(const std::vector<OIIO::TypeDesc>& types) {
    for (const PixelType type : pixel_types)
        if (std::ranges::all_of(types, [&](OIIO::TypeDesc t) { return t == type_desc(type); })) return type;
    return PixelType::f32;
}

std::vector<OIIO::TypeDesc> channel_types(const OIIO::ImageSpec& spec) {
    std::vector<OIIO::TypeDesc> types;
    spec.get_channelformats(types);
    return types;
}

std::vector<OIIO::TypeDesc> colour_types(const OIIO::ImageSpec& spec, const ColourChannels& colour) {
    const std::vector<OIIO::TypeDesc> all = channel_types(spec);
    std::vector<OIIO::TypeDesc> types;
    for (const int i : colour.index) types.push_back(all[std::size_t(i)]);
    return types;
}

std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types) {
    std::vector<std::size_t> offsets{0};
    for (const OIIO::TypeDesc& type : types) offsets.push_back(offsets.back() + type.size());
    return offsets;
}

void copy_channel(Size size, const ChannelView& from, const ChannelView& to) {
    const auto step = OIIO::stride_t(from.pixel_bytes), put = OIIO::stride_t(to.pixel_bytes);
    OIIO::convert_image(1, size.width, size.height, 1, from.data, from.type, step, step * size.width,
                        OIIO::AutoStride, to.data, to.type, put, put * size.width, OIIO::AutoStride);
}

void copy_rows(const RowRange& rows, const ChannelView& from, const ChannelView& to) {
    const auto behind = [&](const ChannelView& view) {
        const std::size_t before = std::size_t(rows.first) * std::size_t(rows.width) * view.pixel_bytes;
        return ChannelView{view.data + before, view.type, view.pixel_bytes};
    };
    copy_channel({rows.width, rows.behind - rows.first}, behind(from), behind(to));
}

std::string message_of(OIIO::ImageInput& in) {
    std::string message = in.geterror();
    std::ranges::replace(message, '\n', ' ');
    constexpr std::size_t longest = 300; // some libraries report every row
    if (message.size() > longest) message.replace(longest, std::string::npos, " ...");
    return message.empty() ? "the reader gives no reason" : message;
}

} // namespace atrous
