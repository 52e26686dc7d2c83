// Reads WebP files by libwebp; hides its decoders. Frames of animations come composed from libwebp's own decoder of these, since they may be parts of what is shown.
#include "formats/webp/webp_read.h"
#include "base/error.h"
#include "files/file_pieces.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>
#include <string>
#include <webp/decode.h>
#include <webp/demux.h>

namespace atrous {
namespace {

template <auto release>
struct Released {
    template <class T>
    void operator()(T* what) const {
        release(what);
    }
};
using Demuxer = std::unique_ptr<WebPDemuxer, Released<WebPDemuxDelete>>;
using Player = std::unique_ptr<WebPAnimDecoder, Released<WebPAnimDecoderDelete>>;

WebPData data_of(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

/// Colours of a frame that has alpha, which its file says it has not: on black, as viewers show them.
void put_on_black(const std::uint8_t* rgba, std::size_t pixels, std::uint8_t* rgb) {
    for (std::size_t i = 0; i < pixels; ++i)
        for (std::size_t c = 0; c < 3; ++c)
            rgb[3 * i + c] = std::uint8_t(rgba[4 * i + c] * rgba[4 * i + 3] / 255);
}

} // namespace

struct WebpReader::State {
    std::filesystem::path path;
    std::string bytes, profile;
    Size size;
    int channels = 3, loops = 0;
    bool animated = false;
    std::vector<int> durations;
    std::vector<bool> lossless;
    Player player{}; ///< of an animation, from the first frame that was asked for on
    std::size_t next = 0;

    [[noreturn]] void refuse(const char* what) const {
        throw file_error(path.string() + ": truncated or damaged: " + what);
    }

    void look() {
        const WebPData data = data_of(bytes);
        const Demuxer demuxer(WebPDemux(&data));
        if (!demuxer) refuse("its chunks do not end where they should");
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

    /// The samples of the only picture.
    void decode(std::uint8_t* to, std::size_t room) const {
        const WebPData data = data_of(bytes);
        const auto into = channels == 4 ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
        if (!into(data.bytes, data.size, to, room, size.width * channels))
            refuse("its picture cannot be decoded");
    }

    /// Those of a frame.
    void play(std::size_t frame, std::uint8_t* to) {
        if (!player) {
            WebPAnimDecoderOptions options;
            WebPAnimDecoderOptionsInit(&options);
            options.color_mode = MODE_RGBA;
            options.use_threads = 1;
            const WebPData data = data_of(bytes);
            player.reset(WebPAnimDecoderNew(&data, &options));
            if (!player) refuse("its frames cannot be decoded");
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

WebpReader::WebpReader(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
    state_->path = path;
    const FileView file(path);
    state_->bytes = file.bytes(0, riff_end(file));
    state_->look();
}

WebpReader::~WebpReader() = default;
WebpReader::WebpReader(WebpReader&&) noexcept = default;

Size WebpReader::size() const { return state_->size; }
int WebpReader::channels() const { return state_->channels; }
const std::vector<int>& WebpReader::durations() const { return state_->durations; }
const std::string& WebpReader::profile() const { return state_->profile; }
int WebpReader::loops() const { return state_->loops; }
const std::vector<bool>& WebpReader::lossless() const { return state_->lossless; }

void WebpReader::read(std::size_t frame, Bytes& to) {
    const std::size_t all = std::size_t(size().pixels()) * std::size_t(channels());
    Bytes whole;
    if (to.size < all) whole = Bytes(all);
    Bytes& target = to.size < all ? whole : to;
    auto* const samples = reinterpret_cast<std::uint8_t*>(target.data.get());
    if (state_->animated)
        state_->play(frame, samples);
    else
        state_->decode(samples, all);
    target.let_go();
}

} // namespace atrous
