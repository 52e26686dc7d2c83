// Work of several threads whose results are taken in order.
#pragma once
#include "base/message.h"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace atrous {

struct Piece {
    std::string bytes;
    std::uint32_t check = 0; ///< a checksum of data that the pieces define
    Message reason{};        ///< for first_in_order(): empty if there is none
};
/// Makes piece i, in any thread, one piece at a time.
using MakePiece = std::function<Piece(std::size_t i)>;

/// Makes `count` pieces in the caller's thread and in idle threads of the batch. Passes them to `take` in
/// order, one at a time. No more than `most` are in memory, of all files that are in progress at the same time about two for
/// each core, fewer if the `bytes` of a raw piece are more than two mebibytes. `maker` is called for as many as are made at
/// once. Throws the first exception of a piece or of `take`. Then no further piece is begun.
void pieces_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                     const std::function<void(std::size_t i, const Piece&)>& take, std::uint64_t bytes = 0);

/// The reason of the first piece that has one, in order, the same in each run, or empty. No piece after it is begun.
Message first_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                       std::uint64_t bytes = 0);

/// Memory that all pieces in progress take, whatever the number of files: raw, ready and on their way, and their compressors. A
/// file may exceed it only by three pieces.
std::uint64_t pieces_memory();

} // namespace atrous
