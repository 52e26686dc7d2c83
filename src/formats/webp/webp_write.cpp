// Encodes one image, or puts several together, each of which replaces the one before it.
#include "formats/webp/webp_write.h"
#include "base/error.h"
#include "base/held.h"
#include "formats/common/codec.h"
#include "formats/common/messages.h"
#include <webp/encode.h>
#include <webp/mux.h>

namespace atrous {
namespace {

Error refused(const std::string& reason) {
    return file_error(messages::cannot_be_written, "libwebp: " + reason);
}

WebPConfig config_of(const WebpCoding& coding) {
    WebPConfig config;
    if (!WebPConfigInit(&config)) throw refused("it is not the version that the program was built with");
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

constexpr const char* lossless = "lossless";

/// The coding of "webp:80" or "lossless".
WebpCoding coding_of(const OIIO::ImageSpec& spec) {
    if (spec.get_string_attribute("compression") == lossless) return {true};
    return {false, quality_in(spec)};
}

std::string picture_of(const EncodeJob& job, std::size_t part) {
    const Encoded encoded = job.samples(part);
    return webp_of(raster_of(encoded).value(), coding_of(job.specs[part]));
}

/// Frames of one size with times.
std::string animation_of(const EncodeJob& job) {
    constexpr std::uint32_t transparent = 0;
    const Held<WebPMux, WebPMuxDelete> mux(WebPMuxNew());
    const auto require = [](WebPMuxError done) {
        if (done != WEBP_MUX_OK) throw refused("the frames cannot be joined, error " + std::to_string(done));
    };
    const OIIO::ImageSpec& first = job.specs[0];
    require(WebPMuxSetCanvasSize(mux.get(), first.width, first.height));
    const WebPMuxAnimParams shown{transparent, first.get_int_attribute(loops_attribute)};
    require(WebPMuxSetAnimationParams(mux.get(), &shown));
    for (std::size_t i = 0; i < job.parts.size(); ++i) {
        const std::string file = picture_of(job, i);
        WebPMuxFrameInfo info{};
        info.bitstream = {reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
        info.duration = job.specs[i].get_int_attribute(duration_attribute);
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

bool write_webp(const EncodeJob& job) {
    std::string file = job.parts.size() == 1 ? picture_of(job, 0) : animation_of(job);
    if (job.specs[0].nchannels == 4) set_webp_alpha_flag(file);
    add_webp_metadata(file, job.metadata.exif, job.metadata.xmp, profile_in(job.specs[0]));
    job.bytes.replace(std::move(file));
    return true;
}

bool loses_webp(const Part& part, bool) {
    return !part.pass_through->spec.get_int_attribute(lossless_attribute);
}

} // namespace

std::string webp_of(const Raster& raster, const WebpCoding& coding) {
    const WebPConfig config = config_of(coding);
    std::string file;
    WebPPicture picture;
    if (!WebPPictureInit(&picture)) throw refused("it is not the version that the program was built with");
    const Held<WebPPicture, WebPPictureFree> freed(&picture);
    picture.use_argb = coding.lossless;
    picture.width = raster.size.width;
    picture.height = raster.size.height;
    picture.writer = add_bytes;
    picture.custom_ptr = &file;
    const auto import = raster.channels == 4 ? WebPPictureImportRGBA : WebPPictureImportRGB;
    const auto* samples = reinterpret_cast<const std::uint8_t*>(raster.bytes.data.get());
    if (!import(&picture, samples, int(raster.row()))) throw std::bad_alloc();
    if (!WebPEncode(&config, &picture))
        throw refused("the encoder failed with error " + std::to_string(picture.error_code));
    return file;
}

// Memory as measured: 6.4 and 30 bytes a pixel of three.
const Codec webp_codec{.format = webp_format,
                       .reader = webp_reader,
                       .loses = loses_webp,
                       .encoder_lossy = 3,
                       .encoder_lossless = 11,
                       .write = write_webp};

} // namespace atrous
