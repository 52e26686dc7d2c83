// The first directory of a TIFF that is being written: what it says, and where its strips or tiles will lie.
#pragma once
#include "io/files/output_bytes.h"
#include <optional>
#include <vector>

namespace atrous {

/// Little-endian, classic or big; what it hides is how entries lie.
class TiffDirectory {
  public:
    /// Of a file that begins with its header. Nothing where that is none of these.
    static std::optional<TiffDirectory> of(const OutputBytes& bytes);

    bool is_big() const { return big_; }
    /// The numbers of a tag, of whole numbers without sign; none where it is not there, or of another type.
    std::vector<std::uint64_t> numbers(int tag) const;
    /// The only, or first one.
    std::uint64_t number(int tag, std::uint64_t otherwise) const;
    /// As many numbers as there are; as 32-bit ones, or 64-bit ones of a big file, at the end where they did not lie so before.
    void replace(OutputBytes& bytes, int tag, const std::vector<std::uint64_t>& numbers) const;

  private:
    struct Entry {
        int tag, type;
        std::uint64_t count, at; ///< of the entry
    };
    const Entry* entry(int tag) const;
    std::size_t offset_bytes() const { return big_ ? 8 : 4; }
    std::uint64_t place(const Entry& entry, std::size_t bytes) const;

    const OutputBytes* bytes_ = nullptr;
    bool big_ = false;
    std::vector<Entry> entries_;
};

} // namespace atrous
