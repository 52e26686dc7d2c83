// Encodes with libjxl as other programs do.
#include "support/files/jxl_file.h"
#include "base/byte_order.h"
#include "base/held.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// A file that libjxl's encoder writes.
std::string file_of(JxlEncoder* encoder) {
    JxlEncoderCloseInput(encoder);
    std::string file(1'000'000, '\0');
    auto* next = reinterpret_cast<std::uint8_t*>(file.data());
    std::size_t left = file.size();
    REQUIRE(JxlEncoderProcessOutput(encoder, &next, &left) == JXL_ENC_SUCCESS);
    file.resize(file.size() - left);
    return file;
}

const std::uint8_t* bytes_of(const std::string& text) {
    return reinterpret_cast<const std::uint8_t*>(text.data());
}

void require(JxlEncoderStatus done) { REQUIRE(done == JXL_ENC_SUCCESS); }

} // namespace

namespace files {

std::string box(const std::string& name, const std::string& body) {
    return number_bytes(8 + body.size(), 4) + name + body;
}

std::string with_boxes(const std::string& codestream, const std::string& before, const std::string& after) {
    REQUIRE(codestream.starts_with("\xff\x0a"));
    return std::string("\0\0\0\x0cJXL \r\n\x87\n", 12) + box("ftyp", std::string("jxl \0\0\0\0jxl ", 12)) +
           before + box("jxlc", codestream) + after;
}

std::string jxl_of(const JxlColorEncoding& colours, const std::vector<JxlExtraChannelType>& extra,
                   const std::string& xmp) {
    const Held<JxlEncoder, JxlEncoderDestroy> encoder(JxlEncoderCreate(nullptr));
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = 16, info.ysize = 8, info.bits_per_sample = 8, info.uses_original_profile = JXL_TRUE;
    info.num_extra_channels = std::uint32_t(extra.size());
    require(JxlEncoderSetBasicInfo(encoder.get(), &info));
    if (!extra.empty()) require(JxlEncoderSetCodestreamLevel(encoder.get(), 10));
    require(JxlEncoderSetColorEncoding(encoder.get(), &colours));
    std::uint32_t index = 0;
    for (const JxlExtraChannelType type : extra) {
        JxlExtraChannelInfo channel;
        JxlEncoderInitExtraChannelInfo(type, &channel);
        channel.bits_per_sample = 8;
        require(JxlEncoderSetExtraChannelInfo(encoder.get(), index++, &channel));
    }
    if (!xmp.empty()) {
        require(JxlEncoderUseBoxes(encoder.get()));
        require(JxlEncoderAddBox(encoder.get(), "xml ", bytes_of(xmp), xmp.size(), JXL_TRUE));
        JxlEncoderCloseBoxes(encoder.get());
    }
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    require(JxlEncoderSetFrameLossless(settings, JXL_TRUE));
    const JxlPixelFormat rgb{3, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0},
        one{1, JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    const std::vector<std::uint8_t> samples(std::size_t(3 * 16 * 8), 100);
    require(JxlEncoderAddImageFrame(settings, &rgb, samples.data(), samples.size()));
    for (index = 0; index < extra.size(); ++index)
        require(JxlEncoderSetExtraChannelBuffer(settings, &one, samples.data(), 16 * 8, index));
    return file_of(encoder.get());
}

std::string jxl_of_wide_floats(const std::vector<float>& samples) {
    const Held<JxlEncoder, JxlEncoderDestroy> encoder(JxlEncoderCreate(nullptr));
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = 16, info.ysize = 8, info.num_color_channels = 1, info.uses_original_profile = JXL_TRUE;
    info.bits_per_sample = wide_half_bits, info.exponent_bits_per_sample = wide_half_exponent;
    require(JxlEncoderSetBasicInfo(encoder.get(), &info));
    JxlColorEncoding linear;
    JxlColorEncodingSetToLinearSRGB(&linear, JXL_TRUE);
    require(JxlEncoderSetColorEncoding(encoder.get(), &linear));
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    require(JxlEncoderSetFrameLossless(settings, JXL_TRUE));
    const JxlPixelFormat one{1, JXL_TYPE_FLOAT, JXL_NATIVE_ENDIAN, 0};
    require(JxlEncoderAddImageFrame(settings, &one, samples.data(), samples.size() * sizeof(float)));
    return file_of(encoder.get());
}

std::string recompressed(const std::string& jpeg) {
    const Held<JxlEncoder, JxlEncoderDestroy> encoder(JxlEncoderCreate(nullptr));
    require(JxlEncoderStoreJPEGMetadata(encoder.get(), JXL_TRUE));
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    require(JxlEncoderAddJPEGFrame(settings, bytes_of(jpeg), jpeg.size()));
    return file_of(encoder.get());
}

} // namespace files
