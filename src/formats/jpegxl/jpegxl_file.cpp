// Reads the headers, boxes and frames of JPEG XL files (ISO 18181-1 and -2) with libjxl, which also
// decompresses boxes (brob).
#include "formats/jpegxl/jpegxl_file.h"
#include "base/error.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/common/messages.h"
#include "formats/jpegxl/messages.h"
#include "metadata/metadata.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

const std::uint8_t* data_of(const std::string& bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

/// A decoder of these bytes, which are all of the file.
JxlReading decoder_of(const std::string& bytes, int events) {
    listen_to_libjxl();
    JxlReading decoder(JxlDecoderCreate(nullptr));
    if (!decoder) throw std::bad_alloc();
    JxlDecoderSetParallelRunner(decoder.get(), run_in_batch, nullptr);
    JxlDecoderSubscribeEvents(decoder.get(), events);
    JxlDecoderSetKeepOrientation(decoder.get(), JXL_TRUE);
    JxlDecoderSetInput(decoder.get(), data_of(bytes), bytes.size());
    JxlDecoderCloseInput(decoder.get());
    return decoder;
}

std::string name_of(const JxlBoxType& type) { return {type, sizeof(JxlBoxType)}; }

/// Collects the contents of one box after the other.
class BoxReader {
  public:
    explicit BoxReader(JxlDecoder* decoder) : decoder_(decoder) {}

    /// Begins a box. Contents are only collected if `wanted`.
    void begin(bool wanted) {
        contents_.clear();
        used_ = 0;
        if (wanted) grow();
    }
    /// Makes room for more. False if the box is larger than any metadata.
    bool grow() {
        constexpr std::size_t least = std::size_t(1) << 16;
        release();
        if (contents_.size() >= max_chunk_bytes) return false;
        contents_.resize(std::max(least, 2 * contents_.size()));
        auto* const to = reinterpret_cast<std::uint8_t*>(contents_.data());
        JxlDecoderSetBoxBuffer(decoder_, to + used_, contents_.size() - used_);
        return true;
    }
    /// The contents of the box that has ended.
    std::string take() {
        release();
        contents_.resize(used_);
        return std::move(contents_);
    }

  private:
    void release() {
        if (!contents_.empty()) used_ = contents_.size() - JxlDecoderReleaseBoxBuffer(decoder_);
    }

    JxlDecoder* decoder_;
    std::string contents_;
    std::size_t used_ = 0;
};

/// Boxes of the image itself, which libjxl reads.
bool is_of_image(const std::string& type) {
    constexpr std::string_view all[] = {"JXL ", "ftyp", "jxlc", "jxlp", "jxll", "jxli"};
    return std::ranges::find(all, type) != std::end(all);
}

/// The TIFF structure, whose place the first four bytes specify (ISO 18181-2, 9.5).
std::string exif_in(const std::string& box, Findings& unread) {
    constexpr std::size_t head = 4;
    const std::uint64_t begin = box.size() < head ? head : head + number_in(box, 0, head);
    if (begin < box.size()) return box.substr(std::size_t(begin));
    unread.add(message(messages::jxl_exif, begin, box.size()));
    return {};
}

} // namespace

JxlFile::JxlFile(const std::filesystem::path& name) : path(name) {
    const FileView file(path);
    bytes = file.bytes(0, file.size());
    look();
    if (durations.empty()) refuse("no image");
    if (!info.have_animation) durations = {0};
}

void JxlFile::refuse(const char* what) const {
    throw file_error(message(messages::jxl_damaged, what + reason_of_libjxl()).about(path.string()));
}

void JxlFile::look() {
    constexpr int events = JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FRAME | JXL_DEC_BOX;
    const JxlReading decoder = decoder_of(bytes, events);
    JxlDecoderSetDecompressBoxes(decoder.get(), JXL_TRUE);
    BoxReader box(decoder.get());
    std::string type; // of the box that is read
    const auto end_box = [&] {
        if (const std::string contents = box.take(); !type.empty()) take_box(type, contents);
    };
    for (;;) switch (JxlDecoderProcessInput(decoder.get())) {
        case JXL_DEC_BASIC_INFO:
            JxlDecoderGetBasicInfo(decoder.get(), &info);
            look_at_channels(decoder.get());
            break;
        case JXL_DEC_COLOR_ENCODING:
            encoding = original_encoding(decoder.get());
            profile = original_profile(decoder.get());
            break;
        case JXL_DEC_FRAME:
            add_frame(decoder.get());
            break;
        case JXL_DEC_BOX: {
            end_box();
            JxlBoxType own;
            JxlDecoderGetBoxType(decoder.get(), own, JXL_TRUE);
            type = is_of_image(name_of(own)) ? "" : name_of(own);
            box.begin(type == "Exif" || type == "xml " || type == "jumb");
            break;
        }
        case JXL_DEC_BOX_NEED_MORE_OUTPUT:
            if (!box.grow()) refuse("metadata of more than 64 MiB");
            break;
        case JXL_DEC_SUCCESS:
            return end_box();
        case JXL_DEC_NEED_MORE_INPUT:
            refuse("it ends too early");
        default:
            refuse("its headers cannot be decoded");
        }
}

void JxlFile::look_at_channels(const JxlDecoder* decoder) {
    other_channels = int(info.num_extra_channels) - (has_alpha() ? 1 : 0);
    for (std::uint32_t i = 0; i < info.num_extra_channels; ++i) {
        JxlExtraChannelInfo channel;
        if (JxlDecoderGetExtraChannelInfo(decoder, i, &channel) == JXL_DEC_SUCCESS)
            has_ink |= channel.type == JXL_CHANNEL_BLACK;
    }
}

void JxlFile::add_frame(const JxlDecoder* decoder) {
    JxlFrameHeader header;
    if (JxlDecoderGetFrameHeader(decoder, &header) != JXL_DEC_SUCCESS) refuse("a frame without a header");
    const JxlAnimationHeader& times = info.animation;
    constexpr double most = 1e9;
    const double duration =
        times.tps_numerator > 0
            ? std::round(1000.0 * header.duration * times.tps_denominator / times.tps_numerator)
            : 0;
    if (durations.size() <= std::size_t(max_file_parts)) durations.push_back(int(std::min(duration, most)));
}

void JxlFile::take_box(const std::string& type, const std::string& box) {
    if (type == "Exif" && exif.empty())
        exif = exif_in(box, unread);
    else if (type == "xml " && xmp.empty())
        xmp = box;
    else if (type == "jbrd")
        notes.add(message(messages::jxl_jpeg)), has_jpeg = true;
    else if (type == "jumb" && box.find("c2pa") != std::string::npos)
        notes.add(message(messages::credentials));
    else
        unread.add(message(messages::jxl_box, one_line(type)));
}

void JxlFile::start() {
    player_ = decoder_of(bytes, JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
    JxlDecoderSetUnpremultiplyAlpha(player_.get(), JXL_TRUE);
    next_ = 0;
}

void JxlFile::decode(std::size_t frame, JxlDataType type, std::byte* to, std::size_t size) {
    const Heartbeats beating; // libjxl gives no sign of life
    if (!player_ || frame < next_) start();
    if (frame > next_) JxlDecoderSkipFrames(player_.get(), frame - next_);
    next_ = frame + 1;
    const JxlPixelFormat format{std::uint32_t(channels()), type, JXL_NATIVE_ENDIAN, 0};
    for (;;) switch (JxlDecoderProcessInput(player_.get())) {
        case JXL_DEC_COLOR_ENCODING: {
            const JxlColorEncoding light = encoding_of(default_points(true), info.num_color_channels == 1);
            if (is_converted()) JxlDecoderSetPreferredColorProfile(player_.get(), &light);
            break;
        }
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
            if (JxlDecoderSetImageOutBuffer(player_.get(), &format, to, size) != JXL_DEC_SUCCESS)
                refuse("its samples do not fit");
            break;
        case JXL_DEC_FULL_IMAGE:
            return;
        default:
            refuse("its image cannot be decoded");
        }
}

std::size_t JxlFile::tail() {
    const bool ends = next_ == durations.size() && bytes.starts_with("\xff\x0a") &&
                      JxlDecoderProcessInput(player_.get()) == JXL_DEC_SUCCESS;
    return ends ? JxlDecoderReleaseInput(player_.get()) : 0;
}

std::optional<JxlBasicInfo> jxl_info(const FileView& file) {
    constexpr std::uint64_t first = std::uint64_t(1) << 16, times = 16;
    for (std::uint64_t size = first;; size *= times) {
        const std::string bytes = file.bytes(0, size);
        const JxlReading decoder = decoder_of(bytes, JXL_DEC_BASIC_INFO);
        JxlBasicInfo info;
        if (JxlDecoderProcessInput(decoder.get()) == JXL_DEC_BASIC_INFO)
            return JxlDecoderGetBasicInfo(decoder.get(), &info) == JXL_DEC_SUCCESS ? std::optional(info)
                                                                                   : std::nullopt;
        if (size >= file.size()) return {};
    }
}

} // namespace atrous
