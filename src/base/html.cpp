// Escapes, and base64 (RFC 4648).
#include "base/html.h"
#include "base/svg.h"
#include "base/text.h"
#include <algorithm>
#include <cstdint>

namespace atrous {

std::string html_escaped(const std::string& text) {
    std::string out = xml_escaped(one_line(text));
    for (std::size_t at = 0; (at = out.find('\'', at)) != std::string::npos;) out.replace(at, 1, "&#39;");
    return out;
}

std::string data_uri(const char* type, const std::string& bytes) {
    constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out = "data:" + std::string(type) + ";base64,";
    out.reserve(out.size() + (bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

} // namespace atrous
