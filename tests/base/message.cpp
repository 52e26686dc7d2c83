// Tests rows of messages with arguments, and the use of their ids: on standard error, in errors, once in a run.
#include "base/message.h"
#include "base/error.h"
#include "base/log.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

constexpr MessageRow two{"E_TWO", "{}: exists, and {} too", Frequency::always};
constexpr MessageRow none{"N_NONE", "nothing"};
constexpr MessageRow once{"W_ONCE", "{} is flattened", Frequency::once};
constexpr MessageRow each{"W_EACH", "{} is unknown in {}", Frequency::once_per_value};

} // namespace

TEST_CASE(
    "a row of a message is filled with its values in their order, also with values that contain placeholders") {
    CHECK(message(two, std::filesystem::path("a.png"), 3).text == "a.png: exists, and 3 too");
    CHECK(message(two, "{}", "{}").text == "{}: exists, and {} too");
    CHECK(message(none).text == "nothing");
    CHECK(message(two, "a", "b").values == std::vector<std::string>{"a", "b"});
    CHECK(message(two, "a", "b").id == "E_TWO");
}

TEST_CASE("an error keeps the id and the values of its message with each lead") {
    try {
        with_context("folder", [&]() -> int { throw atrous::file_error(two, "a", "b"); });
        FAIL("nothing was thrown");
    } catch (const Error& error) {
        CHECK(is_message(error.message, two, "a", "b"));
        CHECK(error.message.text == "folder: a: exists, and b too");
        CHECK(std::string(error.what()) == error.message.text);
        CHECK(error.kind == Exit::some_failed);
    }
}

TEST_CASE("messages that are printed once have the same key, whichever file they are about") {
    CHECK(message(two, "a", "b").key().empty());
    CHECK(message(once, "a").about("x.psd").key() == message(once, "b").about("y.psd").key());
    CHECK(message(each, "a", "b").key() == message(each, "a", "c").key());
    CHECK(message(each, "a", "b").key() != message(each, "b", "b").key());
}

TEST_CASE("only -v shows the id of a message") {
    for (const Verbosity verbosity : {Verbosity::normal, Verbosity::verbose}) {
        set_verbosity(verbosity);
        const std::string text = stderr_of([] {
            log_error(message(two, "a", "b"));
            log_warning(message(once, "c").about("x.psd"));
            log_info("plain");
        });
        set_verbosity(Verbosity::normal);
        CHECK(
            text ==
            (verbosity == Verbosity::normal
                 ? "atrous: error: a: exists, and b too\natrous: warning: x.psd: c is flattened (reported once)\nplain\n"
                 : "atrous: error: [E_TWO] a: exists, and b too\n"
                   "atrous: warning: [W_ONCE] x.psd: c is flattened (reported once)\nplain\n"));
    }
}

TEST_CASE("tests find messages by their values") {
    const std::string text = "atrous: error: a: exists, and b too\nother\n";
    CHECK(has_message(text, two, "a", "b"));
    CHECK(has_message(text, two, "a", anything));
    CHECK_FALSE(has_message(text, two, "a", "c"));
    CHECK_FALSE(has_message(text, once, anything));
    CHECK(count_messages(text + text, two, anything, "b") == 2);
    CHECK_FALSE(is_message(message(two, "a", "b"), two, "a", "a"));
    CHECK(is_message(message(two, "a", "b"), two, anything, "b"));
}
