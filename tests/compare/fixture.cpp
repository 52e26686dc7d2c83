// Runs `compare` and reads its output.
#include "compare/fixture.h"
#include "cli/tables.h"
#include "support/called.h"
#include "support/messages.h"

namespace compare_test {

Ran run(const Folder& folder, const std::string& arguments) { return called(run_compare, folder, arguments); }

Json compared(const Folder& folder, const std::string& arguments, int code) {
    const Ran ran = run(folder, "--json " + arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    return parse_json(ran.out, "compare");
}

void check_refused(const Ran& ran, int code, std::initializer_list<Message> parts) {
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    CHECK(ran.out.empty());
    for (const Message& part : parts) {
        CAPTURE(part.text);
        CHECK(prints(ran, part));
    }
}

} // namespace compare_test
