// Tests reading and writing of whole files.
#include "base/file.h"
#include "base/error.h"
#include "support/paths.h"
#include <doctest/doctest.h>
#include <unistd.h>

using namespace atrous;
namespace fs = std::filesystem;

TEST_CASE("read_file gives back what write_text wrote, zero bytes and more than a block of it too") {
    const fs::path path = fs::temp_directory_path() / ("atrous-file-" + std::to_string(::getpid()));
    for (const std::size_t size : {0, 1, 65536, 200001}) {
        std::string bytes(size, '\0');
        for (std::size_t i = 0; i < size; ++i) bytes[i] = char(i * 7);
        write_text(path.string(), bytes);
        CHECK(read_file(path) == bytes);
    }
    fs::remove(path);
    CHECK_FALSE(read_file(path).has_value());
    CHECK_FALSE(read_file(fs::temp_directory_path()).has_value());
}

TEST_CASE("write_text: a folder that is not there, a disk that is full") {
    const std::string path = nowhere() + "/x";
    CHECK_THROWS_WITH_AS(write_text(path, "text"),
                         doctest::Contains(("'" + path + "' cannot be written").c_str()), Error);
    if (fs::exists("/dev/full")) CHECK_THROWS_AS(write_text("/dev/full", "text"), Error);
}
