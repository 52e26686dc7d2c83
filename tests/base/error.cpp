// Tests that an error keeps its properties if a name is put before its text.
#include "base/error.h"
#include <doctest/doctest.h>

using namespace atrous;

TEST_CASE("an error that gets a lead still has the mark of a loss") {
    for (const bool loss : {false, true}) try {
            with_context("a.tif", [&]() -> int {
                throw Error(Exit::some_failed, "pages", DeviceFailure::before_results, loss);
            });
            FAIL("nothing was thrown");
        } catch (const Error& error) {
            CHECK(std::string(error.what()) == "a.tif: pages");
            CHECK(error.kind == Exit::some_failed);
            CHECK(error.device == DeviceFailure::before_results);
            CHECK(error.loss == loss);
        }
}
