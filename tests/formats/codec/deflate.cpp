// Tests that data deflated in pieces and threads is one stream, for any bytes.
#include "files/deflate.h"
#include "base/error.h"
#include "files/inflate.h"
#include "files/messages.h"
#include "formats/common/in_order.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <atomic>
#include <doctest/doctest.h>

using namespace atrous;

namespace {

/// Bytes of four kinds: noise, zeros, a few values, text that repeats itself.
std::string bytes_of(std::size_t count, int kind) {
    std::string bytes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t noise = files::noise(std::uint32_t(i));
        const std::uint32_t kinds[] = {noise, 0, noise % 5, std::uint32_t(i % 37 + i / 1000)};
        bytes += char(kinds[kind]);
    }
    return bytes;
}

std::string big_endian(std::uint32_t n) { return {char(n >> 24), char(n >> 16), char(n >> 8), char(n)}; }

} // namespace

TEST_CASE("deflated pieces of any lengths are one zlib stream with its checksum") {
    Deflater deflater;
    for (int kind = 0; kind < 4; ++kind)
        for (const std::vector<std::size_t>& lengths : std::vector<std::vector<std::size_t>>{
                 {1}, {1, 1, 1}, {2, 3, 5, 8}, {255, 256, 257}, {70'000, 1}, {9999, 400'000, 31}}) {
            std::string whole, stream(zlib_head);
            std::uint32_t check = adler_of({});
            for (std::size_t i = 0; i < lengths.size(); ++i) {
                const std::string bytes = bytes_of(lengths[i], kind);
                whole += bytes;
                stream += deflater.piece(bytes);
                check = adler_of_both(check, adler_of(bytes), bytes.size());
            }
            CHECK(check == adler_of(whole));
            const Inflated back =
                inflated(stream + std::string(last_piece) + big_endian(check), whole.size());
            CHECK(back.whole); // zlib compares the checksum
            CHECK(back.bytes == whole);
            CHECK_FALSE(
                inflated(stream + std::string(last_piece) + big_endian(check ^ 1), whole.size()).whole);
        }
}

TEST_CASE("pieces of every length from 1 to 600 end at a byte: both ways to fill the last one occur") {
    Deflater deflater;
    std::string whole, stream(zlib_head);
    for (std::size_t length = 1; length <= 600; ++length) {
        const std::string bytes = bytes_of(length, int(length % 4));
        whole += bytes;
        stream += deflater.piece(bytes);
    }
    const Inflated back =
        inflated(stream + std::string(last_piece) + big_endian(adler_of(whole)), whole.size());
    CHECK(back.whole);
    CHECK(back.bytes == whole);
}

TEST_CASE("a whole stream inflates to its bytes, an empty one to none") {
    Deflater deflater;
    for (const std::size_t count : {0, 1, 1000, 300'000})
        for (int kind = 0; kind < 4; ++kind) {
            const std::string bytes = bytes_of(count, kind);
            const std::string stream = deflater.stream(bytes);
            const Inflated back = inflated(stream, count);
            std::string room(stream.size() + 64, '\0'); // the library wants more room than it fills
            CHECK(room.substr(0, deflater.stream(bytes, room)) == stream);
            CHECK(deflater.stream(bytes, std::span(room).first(stream.size() - 1)) == 0);
            CHECK(back.whole);
            CHECK(back.bytes == bytes);
        }
}

TEST_CASE("a compressor whose bytes cannot be read back is an internal error") {
    Deflater deflater;
    const std::string bytes = bytes_of(1000, 3), piece = deflater.piece(bytes);
    std::string other = bytes;
    other[500] = char(other[500] + 1);
    for (const auto& [packed, of] : {std::pair{piece, bytes},
                                     {piece.substr(0, 20), bytes},
                                     {std::string("\x07"), bytes},
                                     {std::string(), bytes}})
        CHECK(is_message(thrown_by([&] { last_block_of(packed, of); }), messages::strip_not_read_back));
}

TEST_CASE("pieces are taken in order, each once, with any number of threads") {
    for (const std::size_t count : {0, 1, 2, 3, 100})
        for (const std::size_t most : {1, 2, 7, 1000}) {
            std::string taken, expected;
            std::atomic<int> makers = 0, at_once = 0, max_at_once = 0;
            pieces_in_order(
                count, most,
                [&]() -> MakePiece {
                    ++makers;
                    return [&](std::size_t i) {
                        max_at_once = std::max<int>(max_at_once, ++at_once);
                        const Piece piece{std::string(1, char('A' + i % 26)), std::uint32_t(i)};
                        --at_once;
                        return piece;
                    };
                },
                [&](std::size_t i, const Piece& piece) {
                    CHECK(piece.check == i);
                    taken += piece.bytes;
                });
            for (std::size_t i = 0; i < count; ++i) expected += char('A' + i % 26);
            CHECK(taken == expected);
            CHECK(std::size_t(makers) <= most);
            CHECK(makers <= int(std::max<std::size_t>(count, 1)));
            CHECK(max_at_once <= makers);
        }
}

TEST_CASE("large pieces are fewer at once, all of them together within pieces_memory(), but at least three") {
    constexpr std::uint64_t copies = 3, mebibyte = 1 << 20;
    for (const std::uint64_t bytes : {mebibyte, 3 * mebibyte, 40 * mebibyte, pieces_memory()}) {
        CAPTURE(bytes);
        std::atomic<std::uint64_t> at_once = 0, max_at_once = 0;
        const auto make = [&](std::size_t) {
            ++at_once;
            return Piece{};
        };
        const auto take = [&](std::size_t, const Piece&) { // made and not yet taken, at least
            max_at_once = std::max<std::uint64_t>(max_at_once, at_once--);
        };
        pieces_in_order(
            200, 200, [&]() -> MakePiece { return make; }, take, bytes);
        CHECK(max_at_once <= std::max<std::uint64_t>(pieces_memory() / (copies * bytes), 3));
    }
}

TEST_CASE("the first error of a maker, a piece or a consumer ends the work and is thrown") {
    const auto make = [](std::size_t i) -> Piece {
        if (i == 20) throw file_error("piece 20");
        return {"x"};
    };
    std::size_t taken = 0;
    const auto take = [&](std::size_t, const Piece&) { ++taken; };
    CHECK_THROWS_WITH(pieces_in_order(
                          1000, 8, [&]() -> MakePiece { return make; }, take),
                      "piece 20");
    CHECK(taken <= 20);
    const auto refuse = [&](std::size_t i, const Piece&) {
        if (i == 10) throw file_error("full");
        CHECK(i < 10);
    };
    CHECK_THROWS_WITH(pieces_in_order(
                          1000, 8, [&]() -> MakePiece { return make; }, refuse),
                      "full");
    CHECK_THROWS_WITH(pieces_in_order(
                          9, 8, []() -> MakePiece { throw memory_error("no room"); }, take),
                      "no room");
}
