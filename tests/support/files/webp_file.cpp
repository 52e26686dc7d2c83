// Encodes frames one by one and puts them together.
#include "support/files/webp_file.h"
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

namespace files {

std::string encoded(const std::vector<std::uint8_t>& rgba, int width, int height, float quality) {
    std::uint8_t* bytes = nullptr;
    const std::size_t size = quality > 0
                                 ? WebPEncodeRGBA(rgba.data(), width, height, width * 4, quality, &bytes)
                                 : WebPEncodeLosslessRGBA(rgba.data(), width, height, width * 4, &bytes);
    std::string file(reinterpret_cast<const char*>(bytes), size);
    WebPFree(bytes);
    return file;
}

std::vector<std::uint8_t> filled(int pixels, std::uint8_t value, std::uint8_t alpha) {
    std::vector<std::uint8_t> rgba(std::size_t(pixels) * 4, value);
    for (std::size_t i = 3; i < rgba.size(); i += 4) rgba[i] = alpha;
    return rgba;
}

std::string animation(int width, int height, int loops, const std::vector<WebpPatch>& frames) {
    WebPMux* mux = WebPMuxNew();
    WebPMuxSetCanvasSize(mux, width, height);
    const WebPMuxAnimParams shown{0, loops};
    WebPMuxSetAnimationParams(mux, &shown);
    for (const WebpPatch& frame : frames) {
        const std::string file = encoded(filled(frame.width * height, frame.value, frame.alpha), frame.width,
                                         height, float(frame.quality));
        WebPMuxFrameInfo info{};
        info.bitstream = {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
        info.x_offset = frame.x;
        info.duration = frame.duration;
        info.id = WEBP_CHUNK_ANMF;
        info.dispose_method = WEBP_MUX_DISPOSE_NONE;
        info.blend_method = WEBP_MUX_BLEND;
        WebPMuxPushFrame(mux, &info, 1);
    }
    WebPData data;
    WebPMuxAssemble(mux, &data);
    const std::string bytes(reinterpret_cast<const char*>(data.bytes), data.size);
    WebPDataClear(&data);
    WebPMuxDelete(mux);
    return bytes;
}

WebpTimes times_of(const std::string& bytes) {
    const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    WebPDemuxer* demuxer = WebPDemux(&data);
    if (!demuxer) return {};
    WebpTimes times{{}, int(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT))};
    WebPIterator at;
    for (int more = WebPDemuxGetFrame(demuxer, 1, &at); more; more = WebPDemuxNextFrame(&at))
        times.durations.push_back(at.duration);
    WebPDemuxReleaseIterator(&at);
    WebPDemuxDelete(demuxer);
    return times;
}

} // namespace files
