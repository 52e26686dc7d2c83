// libtiff's handlers are of the process; beside the plain ones, which OpenImageIO sets, there are those with a handle, which it
// leaves free. Its header is not asked for: where OpenImageIO brings libtiff, the two functions are there.
#include "io/codec/read/tiff_complaints.h"
#include "io/codec/read/jpeg_reduced.h"
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <string_view>

extern "C" {
using TiffHandler = void (*)(void* handle, const char* module, const char* format, va_list values);
[[gnu::weak]] TiffHandler TIFFSetErrorHandlerExt(TiffHandler handler);
[[gnu::weak]] TiffHandler TIFFSetWarningHandlerExt(TiffHandler handler);
}

namespace atrous {

thread_local TiffComplaints* listening = nullptr;

struct TiffListener {
    static std::string text_of(const char* module, const char* format, va_list values) {
        std::array<char, 300> text{};
        std::vsnprintf(text.data(), text.size(), format, values);
        std::string line = module ? std::string(module) + ": " + text.data() : text.data();
        std::ranges::replace(line, '\n', ' ');
        return line;
    }
    static void hear_error(void*, const char* module, const char* format, va_list values) {
        if (listening && listening->error_.empty()) listening->error_ = text_of(module, format, values);
    }
    /// Most warnings are of tags, and of what is read all the same.
    static void hear_warning(void*, const char* module, const char* format, va_list values) {
        if (!listening) return;
        const std::string text = text_of(module, format, values);
        const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
        const bool missing = is_damage(text) || has("Premature EOF") || has("Improper JPEG strip/tile size");
        const bool differs = has("Premature EOL") || has("Line length mismatch");
        if (missing && listening->error_.empty()) listening->error_ = text;
        if (differs && listening->warning_.empty()) listening->warning_ = text;
    }
};

TiffComplaints::TiffComplaints() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (TIFFSetErrorHandlerExt) TIFFSetErrorHandlerExt(TiffListener::hear_error);
        if (TIFFSetWarningHandlerExt) TIFFSetWarningHandlerExt(TiffListener::hear_warning);
    });
    listening = this;
}

TiffComplaints::~TiffComplaints() { listening = nullptr; }

} // namespace atrous
