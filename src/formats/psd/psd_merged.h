// A PSD or PSB without its layers: OpenImageIO 2.4 decodes all of them when it opens the file, and fails at those that are zipped.
#pragma once
#include "files/file_view.h"
#include <OpenImageIO/filesystem.h>

namespace atrous {

/// To a reader this is the file with its merged picture, and at most one layer, without pixels, that says that the picture has
/// transparency (Adobe Photoshop File Formats Specification: a number of layers below 0).
class MergedPsd : public OIIO::Filesystem::IOProxy {
  public:
    /// Throws a file error: the file cannot be opened. Its sections lie in it, see check_psd().
    explicit MergedPsd(const std::filesystem::path& path);

    int layers() const { return layers_; }
    /// Of the merged picture, saved selections among them.
    int channels() const { return channels_; }
    /// Its colours are CMYK: OpenImageIO makes RGB of them without their profile.
    bool holds_inks() const { return mode_ == 4; }

    const char* proxytype() const override { return "atrous"; }
    std::size_t read(void* to, std::size_t count) override;
    std::size_t pread(void* to, std::size_t count, std::int64_t at) override;
    std::size_t size() const override {
        return std::size_t(file_.size() - (end_ - begin_) + instead_.size());
    }

  private:
    int find_count(std::uint64_t at, int bytes) const;

    FileView file_;
    std::uint64_t begin_ = 0, end_ = 0; ///< of the layers
    std::string instead_;               ///< what stands there
    int layers_ = 0, channels_ = 0, mode_ = 0;
};

} // namespace atrous
