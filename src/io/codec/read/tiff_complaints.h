// What libtiff complains of while it decodes. OpenImageIO 2.4 goes on behind some of its errors, and never passes on a warning.
#pragma once
#include <string>

namespace atrous {

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
