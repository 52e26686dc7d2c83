// What `atrous bench` refuses: names, sizes and patterns that are none, and options that what is asked for has no use for.
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

TEST_CASE("refused: names that no table has") {
    for (const char* option :
         {"schedule", "order", "form", "map", "element", "synthesis", "border", "storage"})
        refuses(std::string("--") + option + " nonsense",
                message(messages::unknown_value, std::string("--") + option, "nonsense", ""));
}

TEST_CASE("refused: auto as a value of an axis") {
    for (const char* option : {"form", "map", "element", "group", "synthesis"})
        refuses(std::string("--") + option + " auto",
                message(messages::unknown_value, std::string("--") + option, "auto", ""));
}
TEST_CASE("refused: a size that is none") { refuses("--size 64", "--size"); }
TEST_CASE("refused: no repeats") { refuses("--repeat 0", "--repeat"); }
TEST_CASE("refused: files") { refuses("photo.png", line(messages::files_unwanted)); }
TEST_CASE("refused: a regular expression, with what to write instead") {
    if (!has_device()) return;
    for (const char* sign : {"^teach", "split.(tile)", "a|b", "16x16$", "[ab]", "a+"})
        refuses(std::string("--match ") + sign, line(messages::match_character));
}

TEST_CASE("refused: an empty pattern, which would be in all names") {
    if (!has_device()) return;
    for (const char* list : {"zzz,", ",teach", "a,,b"})
        refuses(std::string("--match ") + list, message(messages::match_empty, list));
}

TEST_CASE("refused: a pattern that is in no name") {
    if (has_device())
        refuses("--size 64x64 --match nothing-like-this", message(messages::match_none, "nothing-like-this"));
}

TEST_CASE("refused: two questions at once") {
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

TEST_CASE("refused: axes that no row of these forms and schedules has") {
    refuses("--form direct,vector --map bank", line(messages::execution_void, "map", "form=tile"));
    refuses("--form vector --element pixel", line(messages::execution_void, "element", "form=tile"));
    refuses("--form vector,strip --group 8x8",
            message(messages::execution_void, "group", "form=direct, tile or ring"));
    refuses("--schedule dilated --order split", line(messages::execution_void, "order", "schedule=permuted"));
    if (has_device())
        CHECK(run_here(Folder(), "bench --form vector,tile --map bank --size 64x64 --list").code == 0);
}

TEST_CASE("refused: a cache without a size") { refuses("--model-cache L1", line(messages::cache_item)); }
