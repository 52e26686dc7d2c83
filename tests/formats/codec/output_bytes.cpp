// Tests output bytes of writers: memory first, then the file, and the first error is kept whatever writers do with it.
#include "files/output_bytes.h"
#include "base/error.h"
#include "support/files/io_files.h"
#include "support/full_disk.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Random puts that go forward, back over existing bytes, and over gaps. `whole` gets the expected bytes.
void scribble(OutputBytes& bytes, std::string& whole, std::uint32_t seed) {
    for (std::uint32_t step = 0; step < 40; ++step) {
        const std::uint32_t random = files::noise(seed * 64 + step);
        const std::size_t at = (random >> 8) % (whole.size() + 9), count = random % 23;
        const std::string text(count, char('a' + step % 26));
        bytes.put(text.data(), count, at);
        if (count > 0 && whole.size() < at + count) whole.resize(at + count);
        std::copy(text.begin(), text.end(), whole.begin() + std::ptrdiff_t(count > 0 ? at : 0));
    }
}

std::string all_of(const OutputBytes& bytes) {
    std::string text(std::size_t(bytes.size()) + 5, '?');
    text.resize(bytes.get(text.data(), text.size(), 0));
    return text;
}

} // namespace

TEST_CASE("bytes are the same in memory, in the file, taken and finished, for each order of writes") {
    files::Folder folder;
    for (const std::size_t most : {0, 1, 7, 64, 100000})
        for (std::uint32_t seed = 0; seed < 20; ++seed) {
            CAPTURE(most);
            CAPTURE(seed);
            AtomicFile file(folder / "a.bin", false);
            OutputBytes bytes(file, most);
            std::string whole;
            scribble(bytes, whole, seed);
            CHECK(bytes.size() == whole.size());
            CHECK(all_of(bytes) == whole);
            if (seed % 2 == 0) {
                CHECK(bytes.take() == whole);
                whole = whole.substr(whole.size() / 3); // shorter than the bytes that may lie in the file
                bytes.replace(whole);
                CHECK(all_of(bytes) == whole);
            }
            bytes.finish();
            CHECK(files::read_all(file.temporary()) == whole);
        }
}

TEST_CASE("a failed write is not reported by that write, but is the error at the end") {
    files::Folder folder;
    const std::string text(3000, 'x');
    for (const std::size_t most : {0, 2000, 100000}) {
        AtomicFile file(folder / "a.bin", false);
        OutputBytes bytes(file, most);
        const test::FullDisk full(2500);
        bytes.put(text.data(), text.size(), 0);
        bytes.put("end", 3, text.size());
        CHECK(bytes.size() == text.size() + 3);
        CHECK_THROWS_WITH_AS(bytes.finish(), doctest::Contains("a.bin: cannot be written: File too large"),
                             Error);
    }
    CHECK(folder.entries() == 0);
}

TEST_CASE("the first error is reported, not a later one, and no bytes are accepted after it") {
    files::Folder folder;
    AtomicFile file(folder / "a.bin", false);
    OutputBytes bytes(file, 0);
    {
        const test::FullDisk full(10);
        bytes.put("0123456789abc", 13, 0);
    }
    bytes.put("d", 1, 13); // there is room again
    CHECK(bytes.failed());
    CHECK_THROWS_WITH_AS(bytes.take(), doctest::Contains("File too large"), Error);
    CHECK_THROWS_WITH_AS(bytes.finish(), doctest::Contains("File too large"), Error);
}
