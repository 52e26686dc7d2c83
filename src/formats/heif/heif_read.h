// HEIC and AVIF by libheif itself: samples of more than 8 bits, of which OpenImageIO's reader makes 8, and what its boxes say of
// colours. heif_read.cpp and heif_write.cpp are the only places that know it.
#pragma once
#include "base/size.h"
#include "image/profile.h"
#include "platform/bytes.h"
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

class HeifReader {
  public:
    /// Decodes the first picture, turned upright as its properties say. Throws a file error: cannot be read, damaged, cut.
    explicit HeifReader(const std::filesystem::path& path);
    ~HeifReader();
    HeifReader(HeifReader&&) noexcept;

    Size size() const;
    int channels() const;  ///< RGB, or these and alpha
    int bits() const;      ///< of a sample as the file has it: 8, or up to 16
    int images() const;    ///< that are pictures of their own
    int auxiliary() const; ///< beside the picture, other than alpha: gain maps, depth, mattes
    bool avif() const;     ///< AV1, not HEVC
    const std::string& subsampling() const; ///< of its chroma: "4:4:4" to "4:2:0", "4:0:0"; empty: not known
    double aspect() const;                  ///< width of a pixel by its height
    const std::vector<std::string>& unread() const; ///< what it has beside the picture that could not be read
    bool associated() const; ///< alpha is multiplied into the colours of the file; no more when they are read
    const std::string& profile() const;        ///< ICC; empty: there is none
    std::optional<CodePoints> colours() const; ///< what nclx says, of the file or of the coded picture
    const std::string& exif() const;           ///< a TIFF structure; empty: there is none
    const std::string& xmp() const;            ///< the packet

    /// The samples row by row, alpha straight: bytes, or more bits as 16 of the machine's order, 1 being 65535.
    void read(Bytes& to);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace atrous
