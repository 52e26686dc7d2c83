// Feeds a file to xxHash piece by piece.
#include "files/checksum.h"
#include "base/error.h"
#include "files/file_view.h"
#include "files/messages.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <new>
#include <xxhash.h>

namespace atrous {
namespace {

constexpr std::uint64_t piece_bytes = std::uint64_t(1) << 18; // stays in a cache of the processor on its way

/// `next(at, count)` returns this number of bytes, valid until the next call, or fewer if they cannot be
/// read.
template <class Next>
FileChecksum checksum_of_pieces(std::uint64_t bytes, Next next, const Error& unreadable) {
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    if (!state || XXH3_128bits_reset(state.get()) != XXH_OK) throw std::bad_alloc();
    for (std::uint64_t at = 0; at < bytes; at += piece_bytes) {
        const auto wanted = std::size_t(std::min(piece_bytes, bytes - at));
        const std::string_view part = next(at, wanted);
        if (part.size() < wanted) throw unreadable;
        XXH3_128bits_update(state.get(), part.data(), part.size());
        heartbeat();
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    std::array<char, 33> text{};
    std::snprintf(text.data(), text.size(), "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return {bytes, text.data()};
}

} // namespace

FileChecksum file_checksum(const AtomicFile& file) {
    std::string block(piece_bytes, '\0');
    const auto next = [&](std::uint64_t at, std::size_t count) {
        return std::string_view(block.data(), file.get(block.data(), count, at));
    };
    return checksum_of_pieces(file.size(), next, file.cannot_write(EIO));
}

FileChecksum file_checksum(const std::filesystem::path& path) {
    const FileView file(path);
    std::string block;
    const auto next = [&](std::uint64_t at, std::size_t count) -> std::string_view {
        return block = file.bytes(at, count);
    };
    return checksum_of_pieces(file.size(), next, file_error(messages::file_cut, path));
}

} // namespace atrous
