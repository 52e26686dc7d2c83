// Tests that the rows of formats/NAME agree with the table of formats.
#include "formats/dispatch/codecs.h"
#include <algorithm>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;

TEST_CASE("each codec belongs to a row of formats(), which lists its compressions") {
    std::set<std::string> names;
    for (const Codec* codec : codecs()) {
        CAPTURE(codec->name);
        CHECK(names.insert(codec->name).second);
        CHECK(&codec_named(codec->name) == codec);
        const Format* format = format_named(codec->name);
        REQUIRE(format);
        CHECK((codec->compressions.empty() || codec->title));
        CHECK(bool(codec->header_rows) == bool(codec->write_rows));
        CHECK((codec->own_blocks == OwnBlocks::none) == !codec->with_blocks);
        for (const char* own : {format->compression, format->avif}) {
            const std::string name = own ? std::string(own).substr(0, std::string(own).find(':')) : "";
            if (own) CHECK(std::ranges::count(codec->compressions, name, &CompressionRow::name) == 1);
        }
    }
    CHECK(codec_named("qoi").compressions.empty());
}
