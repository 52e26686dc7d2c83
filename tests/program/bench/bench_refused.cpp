// Tests the refusals of `atrous bench`: invalid names, sizes and patterns, and options without effect.
#include "cli/messages.h"
#include "graph/messages.h"
#include "lab/banks/messages.h"
#include "lab/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"

using namespace atrous;

namespace {

void refuses(const std::string& arguments, const Message& words) {
    const Folder folder;
    const auto ran = run_here(folder, "bench " + arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(prints(ran, words));
    CHECK(ran.out.empty());
}

} // namespace

TEST_CASE("names that no table has are refused") {
    for (const char* option :
         {"schedule", "order", "form", "map", "element", "synthesis", "border", "storage"})
        refuses(std::string("--") + option + " nonsense",
                message(messages::unknown_value, std::string("--") + option, "nonsense", ""));
}

TEST_CASE("auto as a value of an axis is refused") {
    for (const char* option : {"form", "map", "element", "group", "synthesis"})
        refuses(std::string("--") + option + " auto",
                message(messages::unknown_value, std::string("--") + option, "auto", ""));
}
TEST_CASE("an invalid size is refused") { refuses("--size 64", "--size"); }
TEST_CASE("a count of 0 repeats is refused") { refuses("--repeat 0", "--repeat"); }
TEST_CASE("files as operands are refused") { refuses("photo.png", line(messages::files_unwanted)); }
TEST_CASE("a regular expression is refused, with the right form") {
    if (!has_device()) return;
    for (const char* sign : {"^teach", "split.(tile)", "a|b", "16x16$", "[ab]", "a+"})
        refuses(std::string("--match ") + sign, line(messages::match_character));
}

TEST_CASE("an empty pattern, which would match all names, is refused") {
    if (!has_device()) return;
    for (const char* list : {"zzz,", ",teach", "a,,b"})
        refuses(std::string("--match ") + list, message(messages::match_empty, list));
}

TEST_CASE("a pattern that matches no name is refused") {
    if (has_device())
        refuses("--size 64x64 --match nothing-like-this", message(messages::match_none, "nothing-like-this"));
}

TEST_CASE("two modes at once are refused") {
    refuses("--layout 4,1 --model-cache L1=1K", line(messages::bench_modes));
}
TEST_CASE("options without effect in the requested mode are refused") {
    refuses("--layout 16,2 --repeat 3",
            line(messages::bench_takes_no, "--layout", "repeat", "order, --mirror"));
    refuses("--model-cache L1=128K --svg f.svg", line(messages::bench_takes_no, "--model-cache", "svg"));
    refuses("--match svgf --form tile", "--match svgf takes no --form; it takes --size");
    refuses("--match scale --svg f.svg", "--match scale takes no --svg");
    refuses("--mirror --list", line(messages::option_needs, "--mirror", "layout"));
    refuses("--centre 3,3 --list", line(messages::option_needs, "--centre", "figure"));
    refuses("--units 3 --list", "--units needs --model-cache or --figure");
}

TEST_CASE("axes that no row of these forms and schedules has are refused") {
    refuses("--form direct,vector --map bank", line(messages::execution_void, "map", "form=tile"));
    refuses("--form vector --element pixel", line(messages::execution_void, "element", "form=tile"));
    refuses("--form vector,strip --group 8x8",
            message(messages::execution_void, "group", "form=direct, tile or ring"));
    refuses("--schedule dilated --order split", line(messages::execution_void, "order", "schedule=permuted"));
    if (has_device())
        CHECK(run_here(Folder(), "bench --form vector,tile --map bank --size 64x64 --list").code == 0);
}

TEST_CASE("a cache without a size is refused") { refuses("--model-cache L1", line(messages::cache_item)); }
