// Compares our table of formats with OpenImageIO's own list.
#include "base/text.h"
#include "formats/common/formats.h"
#include "formats/dispatch/capabilities.h"
#include <OpenImageIO/imageio.h>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;

TEST_CASE("extensions and what is written are those of OpenImageIO, of each format that it was built with") {
    std::set<std::string> known;
    for (const std::string& entry : split(OIIO::get_string_attribute("extension_list"), ';')) {
        const auto colon = entry.find(':');
        const Format* const format = format_named(entry.substr(0, colon));
        if (!format) continue;
        CAPTURE(entry);
        known.insert(format->name);
        CHECK(std::string(format->extensions) == entry.substr(colon + 1));
        if (!format->types.empty()) CHECK(OIIO::ImageOutput::create(format->name) != nullptr);
    }
    CHECK(known.size() == formats().size());
}
