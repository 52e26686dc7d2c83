// One picture encoded, or several put together, each of which replaces the one before it. Metadata are put in by hand (WebP Container
// Specification, RIFF: name, length, data padded to even): libwebpmux would take out what say_webp_alpha() says, and Exiv2 0.27
// breaks a file with a profile.
#include "formats/webp/webp_write.h"
#include "base/error.h"
#include "files/file_view.h"
#include "formats/common/codec.h"
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

std::string little_endian(std::uint64_t value, int bytes = 4) { return number_bytes(value, bytes, false); }

std::string riff_chunk(const char* name, const std::string& data) {
    return name + little_endian(std::uint32_t(data.size())) + data + std::string(data.size() % 2, '\0');
}

constexpr int webp_alpha = 0x10; // of VP8X's flags
constexpr const char* lossless = "lossless";

/// The header that a WebP with metadata needs, for a picture that begins at byte 12; empty if it is none.
std::string extended_header(const std::string& webp, int flags) {
    std::uint32_t width = 0, height = 0; // less one, 24 bits each
    if (webp.compare(12, 4, "VP8 ") == 0) {
        const auto sides = std::uint32_t(number_in(webp, 26, 4, false)); // 14 bits and a scale, twice
        width = (sides & 0x3FFF) - 1, height = (sides >> 16 & 0x3FFF) - 1;
    } else if (webp.compare(12, 4, "VP8L") == 0) {
        const auto sides = std::uint32_t(number_in(webp, 21, 4, false));
        width = sides & 0x3FFF, height = sides >> 14 & 0x3FFF;
        flags |= sides >> 28 & 1 ? webp_alpha : 0;
    } else {
        return {};
    }
    return riff_chunk("VP8X", little_endian(std::uint32_t(flags)) + little_endian(width, 3) +
                                  little_endian(height, 3));
}

constexpr std::size_t first_chunk = 12, behind_vp8x = first_chunk + 18; ///< of a WebP with VP8X

/// Puts the header in front of a picture that has none. False when `webp` is no WebP.
bool set_webp_flags(std::string& webp, int flags) {
    if (webp.size() < 30 || !webp.starts_with("RIFF") || webp.compare(8, 4, "WEBP") != 0) return false;
    if (webp.compare(first_chunk, 4, "VP8X") == 0) {
        webp[first_chunk + 8] = char(webp[first_chunk + 8] | flags);
        return true;
    }
    const std::string header = extended_header(webp, flags);
    webp.insert(first_chunk, header);
    return !header.empty();
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

bool add_webp_metadata(std::string& webp, const std::string& exif, const std::string& xmp,
                       const std::string& profile) {
    const int flags = (profile.empty() ? 0 : 0x20) | (exif.empty() ? 0 : 0x08) | (xmp.empty() ? 0 : 0x04);
    if (!set_webp_flags(webp, flags)) return false;
    if (!profile.empty()) webp.insert(behind_vp8x, riff_chunk("ICCP", profile));
    if (!exif.empty()) webp += riff_chunk("EXIF", exif);
    if (!xmp.empty()) webp += riff_chunk("XMP ", xmp);
    webp.replace(4, 4, little_endian(std::uint32_t(webp.size() - 8)));
    return true;
}

namespace {

/// A frame of an animation: a file with a picture, and how many milliseconds it is shown.
struct WebpFrame {
    std::string file;
    int duration;
};

/// The animation of frames of one size, shown `loops` times, 0: for ever.
std::string animation_of(const std::vector<WebpFrame>& frames, Size size, int loops) {
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

/// Of "webp:80" or "lossless".
WebpCoding coding_of(const OIIO::ImageSpec& spec) {
    const std::string compression(spec.get_string_attribute("compression"));
    if (compression == lossless) return {true};
    return {false, std::stoi(compression.substr(compression.find(':') + 1))};
}

/// Has a WebP say that it has alpha: where that is 1 everywhere, libwebp's encoder leaves it out.
void say_webp_alpha(std::string& webp) {
    if (!set_webp_flags(webp, webp_alpha)) return;
    webp.replace(4, 4, little_endian(std::uint32_t(webp.size() - 8)));
}

/// A picture or the frames of an animation.
bool write_webp(const EncodeJob& job) {
    std::vector<WebpFrame> frames;
    for (std::size_t i = 0; i < job.parts.size(); ++i) {
        const Encoded encoded = job.samples(i);
        frames.push_back({webp_of(raster_of(encoded).value(), coding_of(job.specs[i])),
                          job.specs[i].get_int_attribute(duration_attribute)});
    }
    const OIIO::ImageSpec& spec = job.specs[0];
    std::string file = frames.size() == 1 ? std::move(frames[0].file)
                                          : animation_of(frames, {spec.width, spec.height},
                                                         spec.get_int_attribute(loops_attribute));
    if (spec.nchannels == 4) say_webp_alpha(file);
    job.bytes.replace(std::move(file));
    return true;
}

bool loses_webp(const Part& part, bool) {
    return !part.pass_through->spec.get_int_attribute(lossless_attribute);
}

constexpr CompressionRow webp_compressions[] = {{"webp", 1, 100, true}, {lossless}};

} // namespace

// Memory as measured: 6.4 and 30 bytes a pixel of three.
extern const Codec webp_codec{.name = "webp",
                              .title = "WebP",
                              .compressions = webp_compressions,
                              .loses = loses_webp,
                              .encoder_lossy = 3,
                              .encoder_lossless = 11,
                              .write = write_webp};

} // namespace atrous
