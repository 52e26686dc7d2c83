// What a damaged file loses: said, or an error where it would be lost for good, since the result replaces the input; and
// what libtiff complains of while it decodes.
#pragma once
#include "formats/read/open_file.h"
#include <string>

namespace atrous {

/// Finds what is left out beside the pictures (OpenFile::damage), and warns of it.
void note_damage(OpenFile& open);

/// Warns of what is damaged in the metadata that were read.
/// Of JPEG and PNG metadata go byte for byte into files of their kind, with what Exiv2 does not like of them. Of some
/// HEIF it knows nothing.
void note_metadata(const OpenFile& open, ImageFile& file);

/// Listens to libtiff in this thread while it lives; one at a time.
class TiffComplaints {
  public:
    TiffComplaints();
    ~TiffComplaints();
    TiffComplaints(const TiffComplaints&) = delete;
    TiffComplaints& operator=(const TiffComplaints&) = delete;

    /// The first error, or warning that samples are missing; empty where there was none.
    const std::string& error() const { return error_; }
    /// The first warning that samples are others than were written.
    const std::string& warning() const { return warning_; }

  private:
    friend struct TiffListener;
    std::string error_, warning_;
};

} // namespace atrous
