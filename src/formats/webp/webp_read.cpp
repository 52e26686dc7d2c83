// Reads WebP files with libwebp: all frames of an animation, with straight alpha. libwebp's animation decoder composes the frames, which
// may cover parts of the image. libwebp silently ignores unknown chunks, and so chunks with a damaged name (WebP Container
// Specification).
#include "base/held.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/webp/messages.h"
#include "image/profile.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <set>
#include <webp/decode.h>
#include <webp/demux.h>

namespace atrous {
namespace {

using Demuxer = Held<WebPDemuxer, WebPDemuxDelete>;
using Player = Held<WebPAnimDecoder, WebPAnimDecoderDelete>;

WebPData data_of(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

/// Puts the colours of a frame with alpha, whose file announces none, on black, as viewers show them.
void put_on_black(const std::uint8_t* rgba, std::size_t pixels, std::uint8_t* rgb) {
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            rgb[3 * i + c] = std::uint8_t(rgba[4 * i + c] * rgba[4 * i + 3] / 255);
}

/// One that is open.
struct WebpFile {
    explicit WebpFile(const std::filesystem::path& name) : path(name) {
        const FileView file(path);
        bytes = file.bytes(0, riff_end(file));
        look();
    }

    std::filesystem::path path;
    std::string bytes{}, profile{};
    Size size{};                 ///< of all frames
    int channels = 3, loops = 0; ///< RGB, or these and alpha, and how often they are shown (0: endless)
    bool animated = false;
    std::vector<int> durations{}; ///< of each frame, in milliseconds (one, of 0, if it is no animation)
    std::vector<bool> lossless{}; ///< true if each frame is compressed without loss
    Player player{};              ///< of an animation, from the first requested frame on
    std::size_t next = 0;

    [[noreturn]] void refuse(const char* what) const {
        throw file_error(message(messages::webp_damaged, what).about(path.string()));
    }

    void look() {
        const WebPData data = data_of(bytes);
        const Demuxer demuxer(WebPDemux(&data));
        if (!demuxer) refuse("the chunks do not end where they should");
        size = {int(WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_WIDTH)),
                int(WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_HEIGHT))};
        const std::uint32_t flags = WebPDemuxGetI(demuxer.get(), WEBP_FF_FORMAT_FLAGS);
        channels = flags & ALPHA_FLAG ? 4 : 3;
        WebPChunkIterator chunk;
        if (flags & ICCP_FLAG && WebPDemuxGetChunk(demuxer.get(), "ICCP", 1, &chunk)) {
            profile.assign(reinterpret_cast<const char*>(chunk.chunk.bytes), chunk.chunk.size);
            WebPDemuxReleaseChunkIterator(&chunk);
        }
        animated = flags & ANIMATION_FLAG;
        loops = animated ? int(WebPDemuxGetI(demuxer.get(), WEBP_FF_LOOP_COUNT)) : 0;
        look_at_frames(demuxer.get());
        if (!animated) durations = {0};
        if (durations.empty()) refuse("an animation without frames");
    }

    void look_at_frames(const WebPDemuxer* demuxer) {
        constexpr int lossless_format = 2;
        WebPIterator at;
        for (bool more = WebPDemuxGetFrame(demuxer, 1, &at); more; more = WebPDemuxNextFrame(&at)) {
            WebPBitstreamFeatures features;
            lossless.push_back(WebPGetFeatures(at.fragment.bytes, at.fragment.size, &features) ==
                                   VP8_STATUS_OK &&
                               features.format == lossless_format);
            durations.push_back(at.duration);
        }
        WebPDemuxReleaseIterator(&at);
    }

    /// The samples of the only image.
    void decode(std::uint8_t* to, std::size_t room) const {
        const WebPData data = data_of(bytes);
        const auto into = channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
        if (!into(data.bytes, data.size, to, room, size.width * channels))
            refuse("the image cannot be decoded");
    }

    /// The samples of a frame as it is shown, cheapest in order.
    void play(std::size_t frame, std::uint8_t* to) {
        if (!player) {
            WebPAnimDecoderOptions options;
            WebPAnimDecoderOptionsInit(&options);
            options.color_mode = MODE_RGBA;
            options.use_threads = 1;
            const WebPData data = data_of(bytes);
            player.reset(WebPAnimDecoderNew(&data, &options));
            if (!player) refuse("the frames cannot be decoded");
        }
        if (frame < next) {
            WebPAnimDecoderReset(player.get());
            next = 0;
        }
        std::uint8_t* canvas = nullptr;
        for (int end = 0; next <= frame; ++next) {
            if (!WebPAnimDecoderGetNext(player.get(), &canvas, &end)) refuse("a frame cannot be decoded");
            heartbeat();
        }
        const auto pixels = std::size_t(size.pixels());
        if (channels == 4)
            std::memcpy(to, canvas, pixels * 4);
        else
            put_on_black(canvas, pixels, to);
    }
};

void open_webp(OpenFile& open) {
    const auto file = std::make_shared<WebpFile>(open.path);
    open.own = file;
    OIIO::ImageSpec spec(file->size.width, file->size.height, file->channels, OIIO::TypeUInt8);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    put_profile(spec, file->profile);
    const bool several = file->durations.size() > 1;
    for (std::size_t i = 0; i < file->durations.size(); ++i) {
        open.specs.push_back(spec);
        if (several) open.specs.back()[duration_attribute] = file->durations[i];
        if (file->lossless.at(i)) open.specs.back()[lossless_attribute] = 1;
    }
    if (file->loops > 0) open.specs.front()[loops_attribute] = file->loops;
}

bool read(OpenFile& open, int frame, const OIIO::ImageSpec&, Bytes& to) {
    auto& file = own_of<WebpFile>(open);
    auto* const samples = reinterpret_cast<std::uint8_t*>(to.data.get());
    if (file.animated)
        file.play(std::size_t(frame), samples);
    else
        file.decode(samples, to.size);
    to.let_go();
    return true;
}

/// A chunk that the header's flags announce, and its contents.
struct Announced {
    std::uint64_t flag;
    const char *name, *what;
    bool may_miss = false; ///< tools that take it out leave the flag
};
constexpr Announced announced[] = {{0x20, "ICCP", "a colour profile"},
                                   {0x08, "EXIF", "EXIF data", true},
                                   {0x04, "XMP ", "XMP data", true},
                                   {0x02, "ANIM", "an animation"}};
constexpr std::string_view known[] = {"VP8X", "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "};

bool is_known(const std::string& name) { return std::ranges::find(known, name) != std::end(known); }

/// True if a name has all letters of a known one but one: others are kinds that readers shall pass over (2.7.1.5).
bool is_nearly_known(const std::string& name) {
    return std::ranges::any_of(known, [&](std::string_view other) {
        return std::inner_product(name.begin(), name.end(), other.begin(), 0, std::plus<>(),
                                  std::not_equal_to<>()) == 1;
    });
}

/// The EXIF block goes as it is. Some writers put a magic in front.
void webp_metadata(const OpenFile& open, ImageFile&, Metadata& found) {
    found = read_by_exiv2(open.path);
    std::string block;
    const FileView file(open.path);
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        const bool is_exif = name == "EXIF" && length <= max_chunk_bytes;
        if (is_exif) block = file.bytes(at, length);
        return !is_exif;
    });
    if (block.starts_with(exif_magic)) block.erase(0, exif_magic.size());
    found.thumbnail |= remove_thumbnail(block);
    if (!block.empty()) found.exif = block;
}

Message check_webp(const FileView& file) {
    Message reason;
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "XMP ") reason = check_xmp(file.bytes(at, std::min(length, max_xmp_bytes + 1)));
        if (name == "ICCP" && length > max_profile_bytes)
            reason = check_icc(file.bytes(at, max_profile_bytes + 1));
        return reason.empty();
    });
    return reason;
}

Damage damage_in_webp(const FileView& file) {
    Damage damage;
    std::set<std::string> names;
    const auto look = [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (is_known(name)) {
            names.insert(name);
            return true;
        }
        if (name == "C2PA")
            damage.notes.add(message(messages::credentials));
        else if (is_nearly_known(name))
            damage.lost.add(message(messages::webp_misspelt_chunk, one_line(name), length, at));
        else
            damage.unread.add(message(messages::webp_unknown_chunk, one_line(name), length, at));
        return true;
    };
    walk_riff(file, [&](const std::string& name, std::uint64_t at, std::uint64_t length) {
        if (name == "ANMF" && length > riff_frame_head)
            walk_riff(file, at + riff_frame_head, at + length, look);
        return look(name, at, length);
    });
    if (file.bytes(riff_chunks, 4) != "VP8X") return damage;
    const std::uint64_t flags = file.number(riff_chunks + riff_head, 1);
    for (const Announced& row : announced) {
        const bool there = names.contains(row.name), has_flag = (flags & row.flag) != 0;
        if (there && !has_flag) damage.lost.add(message(messages::webp_unannounced, row.what));
        if (has_flag && !there)
            (row.may_miss ? damage.notes : damage.lost).add(message(messages::webp_missing, row.what));
    }
    constexpr std::uint64_t alpha = 0x10;
    if (names.contains("ALPH") && !(flags & alpha))
        damage.lost.add(message(messages::webp_unannounced, "transparency"));
    return damage;
}

} // namespace

const Reader webp_reader{.check = check_webp,
                         .damage = damage_in_webp,
                         .end = riff_end,
                         .open = open_webp,
                         .read = read,
                         .reads_whole = true,
                         .read_metadata = webp_metadata};

} // namespace atrous
