// Encodes JPEG XL with libjxl: lossless in the colours of the image, lossy in libjxl's own colours (XYB).
#include "base/byte_order.h"
#include "base/error.h"
#include "formats/common/codec.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/jpegxl/jpegxl.h"
#include "formats/jpegxl/messages.h"
#include "metadata/exif_block.h"
#include <algorithm>

namespace atrous {
namespace {

using JxlWriting = Held<JxlEncoder, JxlEncoderDestroy>;

constexpr const char* lossless = "lossless";
/// 24 megapixels of 8 bits take 5 s of processor time each. Without loss, effort 4 saves a tenth of the bytes
/// in seven times the time.
constexpr int lossy_effort = 5, lossless_effort = 3;

void require(JxlEncoder* encoder, bool done, const char* what) {
    if (done) return;
    const JxlEncoderError error = JxlEncoderGetError(encoder);
    if (error == JXL_ENC_ERR_OOM) throw std::bad_alloc();
    throw file_error(messages::cannot_be_written, std::string("libjxl: ") + what + ", error " +
                                                      std::to_string(int(error)) + reason_of_libjxl());
}

/// The distance of a quality as libjxl 0.8 and newer define it: 1 at 90, which is hard to distinguish from
/// the image, and 0 (lossless) at 100.
float distance_of(int quality) {
    const auto q = float(quality);
    if (quality >= 100) return 0;
    return quality >= 30 ? 0.1F + 0.09F * (100 - q) : 53.0F / 3000 * q * q - 23.0F / 20 * q + 25;
}

bool is_lossless(const OIIO::ImageSpec& spec) {
    return spec.get_string_attribute("compression") == lossless || distance_of(quality_in(spec)) == 0;
}

/// The samples of a part as they are encoded, and the bits in which a file holds each of them.
struct JxlSamples {
    Encoded encoded;
    Bytes own{}; ///< instead of the samples of `encoded`
    JxlDataType type = JXL_TYPE_UINT8;
    std::uint32_t bits = 8, exponent = 0;
    const Bytes& bytes() const { return own.size > 0 ? own : encoded.bytes(); }
    const OIIO::ImageSpec& spec() const { return encoded.spec; }
    std::size_t count() const { return std::size_t(spec().image_pixels()) * std::size_t(spec().nchannels); }
};

template <class Sample>
const Sample* samples_in(const JxlSamples& samples) {
    return reinterpret_cast<const Sample*>(samples.bytes().data.get());
}

/// Clamps floats or half floats that libjxl 0.7 cannot encode with loss: the process would end. Warns of
/// them.
template <class Sample>
void clamp(JxlSamples& samples, Messages& warnings) {
    const auto* const from = samples_in<Sample>(samples);
    const auto* const end = from + samples.count();
    const auto count = std::count_if(from, end, [](Sample v) { return clamped(v) != v; });
    if (count == 0) return;
    Bytes made(samples.count() * sizeof(Sample));
    std::transform(from, end, reinterpret_cast<Sample*>(made.data.get()),
                   [](Sample v) { return clamped(v); });
    samples.own = std::move(made);
    warnings.push_back(message(messages::jxl_range, count, int(half_most)));
}

/// True for half floats that libjxl 0.7 and 0.11 damage: numbers from 3e-5 to 6e-5, which are not normal.
bool is_damaged(std::uint16_t half) { return (half & half_exponent) == 0 && (half & 0x0200) != 0; }

/// Lossless half floats that libjxl cannot write: as floats of 17 bits, which have an exponent of 6 bits and
/// take as much space, or if some are not finite, as floats of 32 bits, with a warning. Frames of an animation
/// have one type, the latter.
void widen(JxlSamples& samples, bool is_frame, Messages& warnings) {
    const auto* const from = samples_in<std::uint16_t>(samples);
    const auto* const end = from + samples.count();
    const bool finite = std::all_of(from, end, is_finite);
    if (finite && !is_frame && std::none_of(from, end, is_damaged)) return;
    Bytes made(samples.count() * sizeof(float));
    constexpr std::size_t step = std::size_t(1) << 20; // OpenImageIO counts samples in int
    for (std::size_t i = 0; i < samples.count(); i += step)
        OIIO::convert_pixel_values(OIIO::TypeHalf, from + i, OIIO::TypeFloat,
                                   made.data.get() + i * sizeof(float),
                                   int(std::min(step, samples.count() - i)));
    samples.own = std::move(made);
    samples.type = JXL_TYPE_FLOAT;
    const bool fits = finite && !is_frame;
    samples.bits = fits ? wide_half_bits : 32, samples.exponent = fits ? wide_half_exponent : 8;
    if (!finite) warnings.push_back(message(messages::jxl_half));
}

JxlSamples samples_of(const EncodeJob& job, std::size_t part) {
    JxlSamples samples{job.samples(part)};
    const OIIO::ImageSpec& spec = samples.spec();
    const bool loses = !is_lossless(spec);
    if (spec.format == OIIO::TypeUInt16) {
        samples.type = JXL_TYPE_UINT16;
        samples.bits = std::uint32_t(spec.get_int_attribute(jxl_bits, 16));
    } else if (spec.format == OIIO::TypeHalf) {
        samples.type = JXL_TYPE_FLOAT16, samples.bits = 16, samples.exponent = 5;
        loses ? clamp<std::uint16_t>(samples, job.warnings)
              : widen(samples, job.parts.size() > 1, job.warnings);
    } else if (spec.format == OIIO::TypeFloat) {
        samples.type = JXL_TYPE_FLOAT, samples.bits = 32, samples.exponent = 8;
        if (loses) clamp<float>(samples, job.warnings);
    }
    return samples;
}

int orientation_in(const OIIO::ImageSpec& spec) { return std::clamp(place_in(spec).orientation, 1, 8); }

/// The light of the brightest pixel of PQ, rounded up, or PQ's top if it is unknown (libjxl's own choice is 255). Otherwise what the file
/// has that was read (0: libjxl's choice).
float intensity_of(const OIIO::ImageSpec& spec) {
    const auto points = hdr_points(spec);
    if (!points || points->transfer != pq_curve) return spec.get_float_attribute(jxl_intensity);
    const auto content = content_light(spec);
    constexpr float top = 10000;
    return content ? std::ceil(float(content->at(0)) / steps_of_nit) : top;
}

JxlBasicInfo info_of(const EncodeJob& job, const JxlSamples& samples) {
    constexpr std::uint32_t thousand = 1000; // ticks of a second
    const OIIO::ImageSpec& spec = samples.spec();
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = std::uint32_t(spec.width), info.ysize = std::uint32_t(spec.height);
    info.bits_per_sample = samples.bits, info.exponent_bits_per_sample = samples.exponent;
    info.num_color_channels = spec.nchannels < 3 ? 1 : 3;
    info.uses_original_profile = is_lossless(spec);
    info.orientation = JxlOrientation(orientation_in(spec));
    info.intensity_target = intensity_of(spec);
    if (spec.alpha_channel >= 0) {
        info.num_extra_channels = 1;
        info.alpha_bits = samples.bits, info.alpha_exponent_bits = samples.exponent;
    }
    if (job.parts.size() > 1) {
        info.have_animation = JXL_TRUE;
        info.animation.tps_numerator = thousand, info.animation.tps_denominator = 1;
        const OIIO::ImageSpec& first = job.parts[0]->pass_through->spec;
        info.animation.num_loops = std::uint32_t(first.get_int_attribute(loops_attribute));
    }
    return info;
}

void set_colours(JxlEncoder* encoder, const OIIO::ImageSpec& spec) {
    const bool grey = spec.nchannels < 3;
    const std::string_view profile = profile_in(spec);
    auto points = hdr_points(spec);
    if (!points)
        points = profile.empty() ? std::optional(default_points(spec.format.is_floating_point()))
                                 : points_of(profile, grey);
    if (points) {
        const JxlColorEncoding encoding = encoding_of(*points, grey);
        return require(encoder, JxlEncoderSetColorEncoding(encoder, &encoding) == JXL_ENC_SUCCESS, "colours");
    }
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(profile.data());
    require(encoder, JxlEncoderSetICCProfile(encoder, bytes, profile.size()) == JXL_ENC_SUCCESS,
            "the colour profile");
}

/// A box with its length, which is 0 for more than 4 GiB: then it is the last one.
std::string box_of(const char* name, const std::string& body) {
    constexpr std::size_t head = 8;
    const std::uint64_t size = head + body.size();
    return number_bytes(size >> 32 ? 0 : size, 4) + name + body;
}

/// Puts EXIF and XMP in front of the image: libjxl would cut the image into boxes around them, which exiftool
/// 12.57 does not read. The header holds the orientation, so EXIF of nothing else is left out.
std::string with_metadata(std::string file, const Metadata& metadata, int orientation) {
    constexpr std::string_view head("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14"
                                    "ftypjxl \0\0\0\0jxl ",
                                    32);
    std::string boxes;
    if (!metadata.exif.empty() && metadata.exif != orientation_block(orientation))
        boxes += box_of("Exif", std::string(4, '\0') + metadata.exif); // begins at byte 0 after these
    if (!metadata.xmp.empty()) boxes += box_of("xml ", metadata.xmp);
    if (boxes.empty()) return file;
    if (file.starts_with("\xff\x0a")) return std::string(head) + boxes + box_of("jxlc", file);
    std::size_t at = 0; // of the box of the image, in a container
    while (at + 8 < file.size() && file.compare(at + 4, 4, "jxlc") != 0 &&
           file.compare(at + 4, 4, "jxlp") != 0 && number_in(file, at, 4) > 0)
        at += std::size_t(number_in(file, at, 4));
    return file.insert(std::min(at, file.size()), boxes);
}

void add_frame(JxlEncoder* encoder, const EncodeJob& job, std::size_t part, const JxlSamples& samples) {
    const OIIO::ImageSpec& spec = samples.spec();
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder, nullptr);
    if (is_lossless(spec))
        JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    else
        JxlEncoderSetFrameDistance(settings, distance_of(quality_in(spec)));
    JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT,
                                     is_lossless(spec) ? lossless_effort : lossy_effort);
    JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_KEEP_INVISIBLE, 1);
    if (samples.bits == 32) { // palettes of floats take 45 times as long
        JxlEncoderFrameSettingsSetFloatOption(settings, JXL_ENC_FRAME_SETTING_CHANNEL_COLORS_GLOBAL_PERCENT,
                                              0);
        JxlEncoderFrameSettingsSetFloatOption(settings, JXL_ENC_FRAME_SETTING_CHANNEL_COLORS_GROUP_PERCENT,
                                              0);
    }
    if (job.parts.size() > 1) {
        JxlFrameHeader header;
        JxlEncoderInitFrameHeader(&header);
        header.duration =
            std::uint32_t(job.parts[part]->pass_through->spec.get_int_attribute(duration_attribute));
        JxlEncoderSetFrameHeader(settings, &header);
    }
    const JxlPixelFormat format{std::uint32_t(spec.nchannels), samples.type, JXL_NATIVE_ENDIAN, 0};
    const Bytes& bytes = samples.bytes();
    require(encoder,
            JxlEncoderAddImageFrame(settings, &format, bytes.data.get(), bytes.size) == JXL_ENC_SUCCESS,
            "the samples");
}

/// Appends the bytes that are ready.
void take_output(JxlEncoder* encoder, std::string& file) {
    constexpr std::size_t step = std::size_t(1) << 20;
    for (JxlEncoderStatus status = JXL_ENC_NEED_MORE_OUTPUT; status == JXL_ENC_NEED_MORE_OUTPUT;) {
        const std::size_t used = file.size();
        file.resize(used + std::max(step, used / 2));
        auto* next = reinterpret_cast<std::uint8_t*>(file.data()) + used;
        std::size_t left = file.size() - used;
        status = JxlEncoderProcessOutput(encoder, &next, &left);
        file.resize(file.size() - left);
        require(encoder, status != JXL_ENC_ERROR, "the encoder failed");
    }
}

bool write_jxl(const EncodeJob& job) {
    listen_to_libjxl();
    const JxlWriting encoder(JxlEncoderCreate(nullptr));
    if (!encoder) throw std::bad_alloc();
    JxlEncoder* const to = encoder.get();
    JxlEncoderSetParallelRunner(to, run_in_batch, nullptr);
    std::string file;
    for (std::size_t i = 0; i < job.parts.size(); ++i) {
        const JxlSamples samples = samples_of(job, i);
        if (i == 0) {
            const JxlBasicInfo info = info_of(job, samples);
            require(to, JxlEncoderSetBasicInfo(to, &info) == JXL_ENC_SUCCESS, "the header");
            set_colours(to, samples.spec());
        }
        add_frame(to, job, i, samples);
        if (i + 1 == job.parts.size()) JxlEncoderCloseInput(to);
        take_output(to, file);
    }
    job.bytes.replace(with_metadata(std::move(file), job.metadata, orientation_in(job.specs[0])));
    return true;
}

/// 9 to 15 bits, as requested, or as the file has them that was read.
void set_bits(OIIO::ImageSpec& spec, const Part& part, const Target& target, PixelType type, bool) {
    const bool kept = type == PixelType::u16 && was_read_from(part, target.format.name) &&
                      type_kept(part, {part.channels, part.pixels});
    if (const int asked = target.options.bits; asked > 0)
        spec[jxl_bits] = asked;
    else if (!kept)
        spec.erase_attribute(jxl_bits);
}

/// Floats are lossless unless a quality is requested: the light of a render is no light for eyes.
void set_header(OIIO::ImageSpec& spec, const Part&, const Target& target) {
    spec.erase_attribute(jxl_lossless);
    if (spec.format.is_floating_point() && target.options.quality == 0 && target.options.compression.empty())
        spec["compression"] = lossless;
}

/// libjxl takes no profile of RGB for grey, which some cameras write.
Message profile_refusal(const std::string& icc, bool grey) {
    constexpr std::size_t space_at = 16; // ICC.1, table 17
    const bool fits = icc.compare(space_at, 4, grey ? "GRAY" : "RGB ") == 0;
    return fits ? Message() : message(messages::jxl_profile_refused);
}

bool loses_jxl(const Part& part, bool) { return !part.pass_through->spec.get_int_attribute(jxl_lossless); }

} // namespace

// Memory as measured: 51 and 70 bytes a pixel of three samples, which are floats in libjxl.
const Codec jpegxl_codec{.format = jpegxl_format,
                         .reader = jpegxl_reader,
                         .loses = loses_jxl,
                         .encoder_lossy = 16,
                         .encoder_lossless = 23,
                         .set_header = set_header,
                         .set_bits = set_bits,
                         .profile_refusal = profile_refusal,
                         .write = write_jxl};

} // namespace atrous
