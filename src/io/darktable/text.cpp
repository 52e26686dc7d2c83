// Unpacks parameters of darktable: hexadecimal digits, or base64 of a zlib stream.
#include "io/bytes/inflate.h"
#include "io/darktable/xmp.h"

namespace atrous {
namespace {

using Bytes = std::vector<unsigned char>;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

Bytes from_hex(const std::string& text) {
    Bytes bytes;
    if (text.size() % 2 != 0) return {};
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return {};
        bytes.push_back(static_cast<unsigned char>(high * 16 + low));
    }
    return bytes;
}

Bytes from_base64(const std::string& text) {
    static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Bytes bytes;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text.substr(0, text.find('='))) {
        const auto digit = digits.find(c);
        if (digit == std::string::npos) return {};
        bits = bits << 6 | unsigned(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<unsigned char>(bits >> count));
    }
    return bytes;
}

Bytes unpacked(const Bytes& packed, std::size_t most) {
    const Inflated found = inflated({reinterpret_cast<const char*>(packed.data()), packed.size()}, most);
    return found.whole ? Bytes(found.bytes.begin(), found.bytes.end()) : Bytes{};
}

} // namespace

Bytes unpack_darktable(const std::string& text, std::size_t most) {
    constexpr std::size_t head = 4; // "gz" and two digits, how much smaller it became
    if (!text.starts_with("gz")) return from_hex(text);
    return text.size() > head ? unpacked(from_base64(text.substr(head)), most) : Bytes{};
}

} // namespace atrous
