// Compares our table of formats with OpenImageIO's own list.
#include "base/text.h"
#include "formats/common/file_format.h"
#include "formats/common/formats.h"
#include "formats/dispatch/capabilities.h"
#include <OpenImageIO/imageio.h>
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;

namespace {

/// Extensions that only this table has: names of cameras.
constexpr const char* own_extensions[] = {"mpo", "hif"}; // OpenImageIO 2.5 has hif, too

std::string without_own(const std::string& extensions) {
    std::vector<std::string> all = split(extensions, ',');
    for (const char* own : own_extensions) std::erase(all, own);
    return joined(all, ",");
}

} // namespace

TEST_CASE("extensions and writable formats match OpenImageIO's, plus our own, for each format in its build") {
    std::set<std::string> known;
    for (const std::string& entry : split(OIIO::get_string_attribute("extension_list"), ';')) {
        const auto colon = entry.find(':');
        const Format* const format = format_named(entry.substr(0, colon));
        if (!format) continue;
        CAPTURE(entry);
        known.insert(format->name);
        CHECK(without_own(format->extensions) == without_own(entry.substr(colon + 1)));
        if (!format->types.empty()) CHECK(OIIO::ImageOutput::create(format->name) != nullptr);
    }
    known.insert("jpegxl"); // of which OpenImageIO 2.4 and 2.5 know nothing
    CHECK(known.size() == formats().size());
    for (const char* own : own_extensions) CHECK(can_write(std::string("x.") + own));
}

TEST_CASE("help and messages list the usual extension of each format with compressions, and no other") {
    const std::vector<std::string> listed = listed_extensions();
    for (const std::string& extension : listed) CHECK(can_write("x." + extension));
    for (const Format& format : formats()) {
        CAPTURE(format.name);
        CHECK(std::ranges::count(listed, usual_extension(format.name)) == !format.compressions.empty());
    }
    CHECK(alternatives({"a", "b", "c"}) == "a, b or c");
    CHECK(alternatives({"a"}) == "a");
}
