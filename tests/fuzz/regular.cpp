// Regular expressions: the first line is one, what follows is text that it is looked for in.
// Sources: src/base/regular_expression.cpp
#include "base/regular_expression.h"
#include "fuzz.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string all = text_of(data, size);
    const std::size_t end = std::min(all.find('\n'), all.size());
    const std::string_view pattern = std::string_view(all).substr(0, end),
                           text = std::string_view(all).substr(end);
    refuses([&] {
        const RegularExpression expression(pattern, "--match");
        const RegularExpression anything("(?:" + std::string(pattern) + ")|.*", "--match");
        expression.matches_in(text);
        hold(anything.matches_in(text));
    });
    return 0;
}
