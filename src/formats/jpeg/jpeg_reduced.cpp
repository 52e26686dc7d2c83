// Scaled decoding by libjpeg, a few rows at a time; a warning of its counts as damage, as when a file is read whole.
#include "formats/jpeg/jpeg_reduced.h"
#include "base/error.h"
#include "formats/common/check.h"
#include "formats/jpeg/libjpeg.h"
#include "platform/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int scan_lines_at_once = 64;

bool start(jpeg_decompress_struct& info, JpegJump& jump, std::FILE* file, unsigned times) {
    if (setjmp(jump.back)) return false;
    jpeg_create_decompress(&info);
    jpeg_stdio_src(&info, file);
    if (jpeg_read_header(&info, TRUE) != JPEG_HEADER_OK) return false;
    jump.said[0] = '\0'; // what is odd in a header does no harm
    info.scale_num = 1;
    info.scale_denom = times;
    if (jpeg_start_decompress(&info) != TRUE) return false;
    if (!is_jpeg_damage(jump.said)) jump.said[0] = '\0';
    return true;
}

bool decode_rows(jpeg_decompress_struct& info, JpegJump& jump, JSAMPARRAY rows, unsigned count) {
    if (setjmp(jump.back)) return false;
    for (unsigned done = 0; done < count;) {
        const unsigned more = jpeg_read_scanlines(&info, rows + done, count - done);
        if (more == 0) return false;
        done += more;
    }
    return true;
}

/// Reads what is left of the scan, up to the end mark. False for a marker that cannot stand there.
bool finish(jpeg_decompress_struct& info, JpegJump& jump) {
    if (setjmp(jump.back)) return false;
    return jpeg_finish_decompress(&info) == TRUE;
}

} // namespace

std::string read_reduced(const std::filesystem::path& path, const ReducedJpeg& expected, Bytes& to) {
    const JpegFile file = open_jpeg(path);
    JpegJump jump;
    const auto refuse = [&](const char* what) {
        throw file_error(path.string() + what + (jump.said[0] ? jump.said : "the reader gives no reason"));
    };
    if (!file) refuse(": cannot be opened: ");
    jpeg_decompress_struct info{};
    info.err = silent_errors(jump);
    const JpegDestroyer destroyer{&info};
    if (!start(info, jump, file.get(), unsigned(expected.times)) || jump.said[0])
        refuse(": truncated or damaged: ");
    if (Size{int(info.output_width), int(info.output_height)} != expected.size ||
        info.output_components != expected.channels)
        refuse(": changed while it was read: ");
    const std::size_t row = std::size_t(expected.size.width) * std::size_t(expected.channels);
    const std::size_t room = to.scratch ? to.scratch->window : to.size;
    const int most = int(std::clamp<std::size_t>(room / row, 1, scan_lines_at_once));
    const bool again = to.size < row * std::size_t(expected.size.height);
    JSAMPROW rows[scan_lines_at_once];
    for (int y = 0; y < expected.size.height; y += most) {
        const int count = std::min(most, expected.size.height - y);
        for (int i = 0; i < count; ++i)
            rows[i] = reinterpret_cast<JSAMPROW>(to.data.get()) + std::size_t(again ? i : y + i) * row;
        if (!decode_rows(info, jump, rows, unsigned(count)) || jump.said[0])
            refuse(": truncated or damaged: ");
        to.let_go();
        heartbeat();
    }
    const int marker = info.unread_marker; // where its decoder stopped
    if (!finish(info, jump)) refuse(": truncated or damaged: ");
    const bool left_over = std::string_view(jump.said).find("extraneous") != std::string_view::npos;
    if (!left_over && marker != 0 && marker != JPEG_EOI)
        return "may be damaged: marker " + std::to_string(marker) + " stands in its scan";
    return left_over ? std::string("may be damaged: ") + jump.said : std::string();
}

} // namespace atrous
