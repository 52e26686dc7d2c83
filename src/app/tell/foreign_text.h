// What libraries, drivers and failed assertions print on the error output while a progress bar stands on the terminal.
#pragma once
#include <thread>

namespace atrous {

/// While it lives, what is printed there by others than base/log goes into the supervisor's pipe, and from there as whole lines
/// above the bar. What is in the pipe when the process dies the supervisor prints. Nothing without a supervisor.
class ForeignText {
  public:
    ForeignText();
    ~ForeignText();
    ForeignText(const ForeignText&) = delete;
    ForeignText& operator=(const ForeignText&) = delete;

  private:
    void pass_on() const;

    int terminal_ = -1; ///< where the error output led; -1: nothing is done
    int ended_ = -1;    ///< an event
    std::thread passer_;
};

} // namespace atrous
