// What `atrous bench` refuses: names, sizes and patterns that are none, and options that what is asked for has no use for.
#include "graph/messages.h"
#include "lab/messages.h"
#include "support/app_run.h"
#include "support/called.h"

using namespace atrous;

namespace {

void refuses(const std::string& arguments, const std::string& says) {
    const Folder folder;
    const auto ran = run_here(folder, "bench " + arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.says(says));
    CHECK(ran.out.empty());
}

} // namespace

TEST_CASE("refused: names that no table has") {
    for (const char* option :
         {"schedule", "order", "form", "map", "element", "synthesis", "border", "storage"})
        refuses(std::string("--") + option + " nonsense",
                message(messages::unknown_value, std::string("--") + option, "nonsense", "").text);
}

TEST_CASE("refused: a size that is none") { refuses("--size 64", "--size"); }
TEST_CASE("refused: no repeats") { refuses("--repeat 0", "--repeat"); }
TEST_CASE("refused: files") { refuses("photo.png", "takes no files"); }
TEST_CASE("refused: a regular expression, with what to write instead") {
    if (!has_device()) return;
    for (const char* sign : {"^native", "split.(tile)", "a|b", "16x16$", "[ab]", "a+"})
        refuses(std::string("--match ") + sign, "split.tile*16x16,native-dilated");
}

TEST_CASE("refused: an empty pattern, which would be in all names") {
    if (!has_device()) return;
    for (const char* list : {"zzz,", ",native", "a,,b"})
        refuses(std::string("--match ") + list, message(messages::match_empty, list).text);
}

TEST_CASE("refused: a pattern that is in no name") {
    if (has_device())
        refuses("--size 64x64 --match nothing-like-this",
                message(messages::match_none, "nothing-like-this").text);
}

TEST_CASE("refused: two questions at once") {
    refuses("--layout 4,1 --model-cache L1=1K", "cannot be combined");
}
TEST_CASE("refused: options that what is asked for has no use for") {
    refuses("--layout 16,2 --repeat 3", "--layout takes no --repeat; it takes --order, --mirror");
    refuses("--model-cache L1=128K --svg f.svg", "--model-cache takes no --svg");
    refuses("--match svgf --form tile", "--match svgf takes no --form; it takes --size");
    refuses("--match scale --svg f.svg", "--match scale takes no --svg");
    refuses("--mirror --list", "--mirror needs --layout");
    refuses("--centre 3,3 --list", "--centre needs --figure");
    refuses("--units 3 --list", "--units needs --model-cache or --figure");
}

TEST_CASE("refused: axes that no row of these forms and schedules has") {
    refuses("--form direct,vector --map bank", "map has no effect without form=tile");
    refuses("--form vector --element pixel", "element has no effect without form=tile");
    refuses("--form vector,strip --group 8x8", "group has no effect without form=direct, tile or ring");
    refuses("--schedule dilated --order split", "order has no effect without schedule=permuted");
    if (has_device())
        CHECK(run_here(Folder(), "bench --form vector,tile --map bank --size 64x64 --list").code == 0);
}

TEST_CASE("refused: a cache without a size") { refuses("--model-cache L1", "NAME=VALUE"); }
