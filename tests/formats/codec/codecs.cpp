// Tests that the rows of formats/NAME agree with each other.
#include "formats/dispatch/codecs.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;

TEST_CASE("each format has one row, and its codec, which lists its own compression") {
    std::set<std::string> names;
    for (const Format& format : formats()) {
        CAPTURE(format.name);
        CHECK(names.insert(format.name).second);
        CHECK(format_named(format.name) == &format);
        const Codec& codec = codec_named(format.name);
        REQUIRE(&codec.format == &format);
        CHECK((format.compressions.empty() || format.title));
        CHECK(bool(codec.header_rows) == bool(codec.write_rows));
        CHECK(bool(codec.own_facts) == bool(codec.make_neutral));
        CHECK((!codec.own_facts || codec.with_metadata));
        for (const char* own : {format.compression, format.avif}) {
            const std::string name = own ? std::string(own).substr(0, std::string(own).find(':')) : "";
            if (own) CHECK(std::ranges::count(format.compressions, name, &CompressionRow::name) == 1);
        }
    }
    CHECK(names.size() > 10);
    CHECK(codec_named("no format").format.name == std::string());
}
