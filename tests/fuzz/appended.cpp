// Tests data after the image of a JPEG: wrong tables leave items out, and remaining items lie in the file in order.
#include "formats/jpeg/appended.h"
#include "formats/jpeg/mpf.h"
#include "formats/jpeg/xmp_container.h"
#include "fuzz_file.h"
#include "metadata/xmp_text.h"

using namespace atrous;

namespace {

/// The bodies of segments, wherever they begin.
std::vector<JpegSegment> segments_in(const std::string& bytes) {
    std::vector<JpegSegment> found;
    for (std::size_t at = bytes.find('\xff'); at != std::string::npos; at = bytes.find('\xff', at + 1))
        if (at + 4 < bytes.size() && bytes[at + 1] == '\xe1') {
            const std::size_t length = number_in(bytes, at + 2, 2);
            found.push_back({0xE1, bytes.substr(at + 4, length < 2 ? 0 : length - 2)});
        }
    return found;
}

void check_xmp_text(const std::string& packet) {
    const XmpAnnouncement said = xmp_announcement(packet);
    std::string less = packet;
    const bool changed = keep_announced(less, {});
    hold(changed ? less.size() < packet.size() : less == packet);
    less = packet;
    if (said.items.size() > 1) keep_announced(less, {{1}, false, true});
    hold(less.size() <= packet.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes = text_of(data, size);
    const std::vector<JpegSegment> segments = segments_in(bytes);
    std::uint64_t last = 2;
    if (const auto found = find_appended(as_file(bytes), segments))
        for (const AppendedItem& item : found->items) {
            hold(item.begin() >= last && item.end() > item.at && item.end() <= bytes.size());
            last = item.end();
        }
    for (const JpegSegment& segment : segments)
        if (segment.is(1, xmp_magic)) check_xmp_text(segment.body.substr(xmp_magic.size()));
    if (const std::size_t at = bytes.find(mpf_magic); at != std::string::npos) {
        const std::string body = bytes.substr(at);
        const auto entries = mpf_entries(body);
        hold(mpf_with(body, {{0, 1, 0}, {2, 3, 4}}).size() == body.size());
        hold(!entries || entries->size() <= body.size() / 16);
    }
    return 0;
}
