// One picture encoded, or several put together, each of which replaces the one before it.
#include "formats/webp/webp_write.h"
#include "base/error.h"
#include <memory>
#include <webp/encode.h>
#include <webp/mux.h>

namespace atrous {
namespace {

struct Freed {
    void operator()(WebPPicture* picture) const { WebPPictureFree(picture); }
    void operator()(WebPMux* mux) const { WebPMuxDelete(mux); }
};

Error refused(const std::string& why) { return file_error("cannot be written as WebP: " + why); }

WebPConfig config_of(const WebpCoding& coding) {
    WebPConfig config;
    if (!WebPConfigInit(&config)) throw refused("libwebp is another one than the program was built with");
    config.lossless = coding.lossless;
    if (!coding.lossless) config.quality = float(coding.quality);
    config.exact = 1; // colours under transparency stay
    config.thread_level = 1;
    return config;
}

int add_bytes(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
    static_cast<std::string*>(picture->custom_ptr)->append(reinterpret_cast<const char*>(data), size);
    return 1;
}

} // namespace

std::string webp_of(const Raster& raster, const WebpCoding& coding) {
    const WebPConfig config = config_of(coding);
    std::string file;
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) throw refused("libwebp is another one than the program was built with");
    const std::unique_ptr<WebPPicture, Freed> freed(&picture);
    picture.use_argb = coding.lossless;
    picture.width = raster.size.width;
    picture.height = raster.size.height;
    picture.writer = add_bytes;
    picture.custom_ptr = &file;
    const auto import = raster.channels == 4 ? WebPPictureImportRGBA : WebPPictureImportRGB;
    const auto* samples = reinterpret_cast<const std::uint8_t*>(raster.bytes.data.get());
    if (!import(&picture, samples, int(raster.row()))) throw std::bad_alloc();
    if (!WebPEncode(&config, &picture))
        throw refused("its encoder ended with error " + std::to_string(picture.error_code));
    return file;
}

std::string webp_animation(const std::vector<WebpFrame>& frames, Size size, int loops) {
    constexpr std::uint32_t transparent = 0;
    const std::unique_ptr<WebPMux, Freed> mux(WebPMuxNew());
    const auto require = [](WebPMuxError done) {
        if (done != WEBP_MUX_OK)
            throw refused("its frames cannot be put together, error " + std::to_string(done));
    };
    require(WebPMuxSetCanvasSize(mux.get(), size.width, size.height));
    const WebPMuxAnimParams shown{transparent, loops};
    require(WebPMuxSetAnimationParams(mux.get(), &shown));
    for (const WebpFrame& frame : frames) {
        WebPMuxFrameInfo info{};
        info.bitstream = {reinterpret_cast<const std::uint8_t*>(frame.file.data()), frame.file.size()};
        info.duration = frame.duration;
        info.id = WEBP_CHUNK_ANMF;
        info.dispose_method = WEBP_MUX_DISPOSE_NONE;
        info.blend_method = WEBP_MUX_NO_BLEND;
        require(WebPMuxPushFrame(mux.get(), &info, 1));
    }
    WebPData whole;
    WebPDataInit(&whole);
    const std::unique_ptr<WebPData, decltype(&WebPDataClear)> cleared(&whole, WebPDataClear);
    require(WebPMuxAssemble(mux.get(), &whole));
    return {reinterpret_cast<const char*>(whole.bytes), whole.size};
}

} // namespace atrous
