// Tests which channels are the image.
#include "formats/common/pass_through.h"
#include "formats/read/open_file.h"
#include <doctest/doctest.h>

using namespace atrous;
using Names = std::vector<std::string>;

TEST_CASE("colour is found by name, in any case and any order") {
    struct Row {
        const char* what;
        Names names;
        int hint;
        std::vector<int> index;
        int colours;
        bool alpha;
    };
    const Row rows[] = {
        {"plain", {"R", "G", "B"}, -1, {0, 1, 2}, 3, false},
        {"plain with alpha", {"R", "G", "B", "A"}, 3, {0, 1, 2, 3}, 3, true},
        {"lower case, sorted", {"a", "b", "g", "r"}, -1, {3, 2, 1, 0}, 3, true},
        {"long names", {"Red", "Green", "Blue", "Alpha"}, -1, {0, 1, 2, 3}, 3, true},
        {"among others", {"Z", "R", "id", "G", "B"}, -1, {1, 3, 4}, 3, false},
        {"grey", {"Y"}, -1, {0}, 1, false},
        {"grey and alpha", {"Y", "A"}, 1, {0, 1}, 1, true},
        {"grey by another name", {"Gray", "Z"}, -1, {0}, 1, false},
        {"one channel of any name", {"mask"}, -1, {0}, 1, false},
        {"depth alone is no picture", {"Z"}, -1, {}, 0, false},
        {"a vector is no grey", {"X", "Y", "Z"}, -1, {}, 0, false},
        {"two of three colours", {"R", "G"}, -1, {}, 0, false},
        {"nothing", {}, -1, {}, 0, false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const ColourChannels found = find_colour(row.names, row.hint);
        CHECK(found.index == row.index);
        CHECK(found.colours == row.colours);
        CHECK(found.alpha == row.alpha);
    }
}
