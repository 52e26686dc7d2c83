// Tests the user's defaults: accepted ones make a command line that its table accepts, too.
#include "cli/defaults.h"
#include "fuzz.h"
#include "fuzz_table.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const OptionTable& table = fuzz_table();
    const std::string text = text_of(data, size);
    std::vector<DefaultLine> lines;
    if (refuses([&] { lines = parse_defaults(text, "defaults", {&table}); })) return 0;
    CommandLine line = parse_options(table, {"--number", "1"});
    hold(!refuses([&] { parse_options(table, add_defaults(table, lines, line)); }));
    return 0;
}
