// Options that hold for all of the process, and the lock around its open().
#include "formats/common/library.h"
#include "image/in_rows.h"
#include <algorithm>
#include <atomic>
#include <cstring>
#include <malloc.h>

namespace atrous {
namespace {

constexpr PixelType pixel_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

template <class Sample>
void move_each(int count, const std::byte* from, std::size_t step, std::byte* to, std::size_t put) {
    for (int i = 0; i < count; ++i, from += step, to += put) std::memcpy(to, from, sizeof(Sample));
}

} // namespace

void move_samples(std::size_t bytes, int count, const std::byte* from, std::size_t step, std::byte* to,
                  std::size_t put) {
    const auto move = bytes == 1   ? move_each<std::uint8_t>
                      : bytes == 2 ? move_each<std::uint16_t>
                      : bytes == 4 ? move_each<std::uint32_t>
                                   : move_each<std::uint64_t>;
    move(count, from, step, to, put);
}

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

void copy_rows(const RowRange& rows, const ChannelView& from, const ChannelView& to) {
    const std::size_t width = std::size_t(rows.width), read = from.type.size(), written = to.type.size();
    if (from.type == to.type) {
        for (auto y = std::size_t(rows.first); y < std::size_t(rows.behind); ++y)
            move_samples(read, rows.width, from.data + y * width * from.pixel_bytes, from.pixel_bytes,
                         to.data + y * width * to.pixel_bytes, to.pixel_bytes);
        return;
    }
    // OpenImageIO converts samples without gaps ten times as fast as others.
    std::vector<std::byte> source(width * read), target(width * written);
    for (std::size_t i = std::size_t(rows.first) * width; i < std::size_t(rows.behind) * width; i += width) {
        move_samples(read, rows.width, from.data + i * from.pixel_bytes, from.pixel_bytes, source.data(),
                     read);
        OIIO::convert_pixel_values(from.type, source.data(), to.type, target.data(), rows.width);
        move_samples(written, rows.width, target.data(), written, to.data + i * to.pixel_bytes,
                     to.pixel_bytes);
    }
}

void copy_channel(Size size, const ChannelView& from, const ChannelView& to) {
    in_rows(size.height, 16, [&](int first, int end) { copy_rows({size.width, first, end}, from, to); });
}

void each_row(const Bytes& image, OIIO::TypeDesc type, int height, std::size_t samples,
              const std::function<void(int y, std::span<const float> row)>& work) {
    by_bands(height, {&image}, [&](int above, int below) {
        in_rows(below - above, 16, [&](int first, int end) {
            std::vector<float> row(samples);
            for (int y = above + first; y < above + end; ++y) {
                OIIO::convert_pixel_values(type, image.data.get() + std::size_t(y) * samples * type.size(),
                                           OIIO::TypeFloat, row.data(), int(samples));
                work(y, row);
            }
        });
    });
}

std::string message_of(OIIO::ImageInput& in) {
    std::string message = in.geterror();
    std::ranges::replace(message, '\n', ' ');
    constexpr std::size_t longest = 300; // some libraries report every row
    if (message.size() > longest) message.replace(longest, std::string::npos, " ...");
    return message.empty() ? "the reader gives no reason" : message;
}

} // namespace atrous
