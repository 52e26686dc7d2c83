// WebP files by libwebp itself: all frames of an animation, alpha that is not multiplied. webp_read.cpp and webp_write.cpp are
// the only places that know it.
#pragma once
#include "base/size.h"
#include "platform/bytes.h"
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace atrous {

class WebpReader {
  public:
    /// Throws a file error: cannot be read, damaged, cut.
    explicit WebpReader(const std::filesystem::path& path);
    ~WebpReader();
    WebpReader(WebpReader&&) noexcept;

    Size size() const;    ///< of all frames
    int channels() const; ///< RGB, or these and alpha
    /// How long each frame is shown, in milliseconds; one, of 0, where it is no animation.
    const std::vector<int>& durations() const;
    const std::string& profile() const; ///< ICC; empty: there is none
    int loops() const;                  ///< how often they are shown; 0: for ever
    /// Whether each frame is compressed without loss.
    const std::vector<bool>& lossless() const;

    /// The samples of a frame as it is shown, row by row, 8 bits each; cheapest one after the other. A buffer with less room
    /// than they take (a row at least) is used again and again. Throws a file error where they are damaged.
    void read(std::size_t frame, Bytes& to);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace atrous
