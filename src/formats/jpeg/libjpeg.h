// The only access to libjpeg, shared by the header reader (jpeg.cpp) and the decoder (jpeg_read.cpp). Its
// errors jump, and only objects without destructors may lie between a call and its setjmp.
#pragma once
#include "base/held.h"
#include "platform/standard_streams.h"
#include <csetjmp>
#include <cstdio>
#include <filesystem>
// libjpeg's header needs FILE declared first.
#include <jpeglib.h>

namespace atrous {

/// The place a decoder jumps to when it fails, and its first message.
struct JpegJump {
    jpeg_error_mgr base{};
    std::jmp_buf back{};
    char complaint[JMSG_LENGTH_MAX] = {}; ///< the first warning, or the error
};

inline void keep_complaint(j_common_ptr info) {
    auto* jump = reinterpret_cast<JpegJump*>(info->err);
    if (jump->complaint[0] == '\0') info->err->format_message(info, jump->complaint);
}

inline void jump_jpeg(j_common_ptr info) {
    keep_complaint(info);
    std::longjmp(reinterpret_cast<JpegJump*>(info->err)->back, 1);
}

/// Levels below 0 are warnings, the others trace.
inline void keep_jpeg_warning(j_common_ptr info, int level) {
    if (level < 0) keep_complaint(info);
}

/// An error manager that prints nothing.
inline jpeg_error_mgr* silent_errors(JpegJump& jump) {
    jpeg_std_error(&jump.base);
    jump.base.error_exit = jump_jpeg;
    jump.base.emit_message = keep_jpeg_warning;
    return &jump.base;
}

using JpegFile = Held<std::FILE, std::fclose>;
inline JpegFile open_jpeg(const std::filesystem::path& path) {
    return JpegFile(std::fopen(file_of(path).c_str(), "rbe"));
}

/// Destroys a decoder that was made or not.
struct JpegDestroyer {
    jpeg_decompress_struct* info;
    ~JpegDestroyer() { jpeg_destroy_decompress(info); }
};

} // namespace atrous
