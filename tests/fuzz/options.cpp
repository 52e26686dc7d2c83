// Tests the command line: words between NUL bytes, for rows of every kind.
#include "base/text.h"
#include "fuzz.h"
#include "fuzz_table.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const OptionTable& table = fuzz_table();
    refuses([&] { parse_options(table, split(text_of(data, size), '\0')); });
    return 0;
}
