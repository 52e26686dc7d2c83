// Watches the execution of a filter: counts its progress, passes warnings on, and may cancel.
#pragma once
#include "base/message.h"
#include "capi/atrous.h"

namespace atrous {

/// From its making to its end the one of this thread.
class Monitoring {
  public:
    Monitoring(AtrousMonitor monitor, void* user);
    ~Monitoring();
    Monitoring(const Monitoring&) = delete;
    Monitoring& operator=(const Monitoring&) = delete;

    /// The following work leads to this share of the total. Earlier work is finished.
    void step_to(double share);
    void warn(const Message& message);
    /// Reports the end. Ignores the answer.
    void end() { tell(1, nullptr); }
    bool cancelled() const { return cancelled_; }
    bool counts() const { return monitor_; }
    /// The share of a step, or of the region in it.
    void done(int pieces, int all);
    void part(int number, int parts);

  private:
    AtrousMonitor monitor_;
    void* user_;
    double from_ = 0, to_ = 0, told_ = 0;
    int part_ = 0, parts_ = 1;
    bool cancelled_ = false;

    void tell(double share, const char* message);
};

/// True if this thread is in a monitor's function.
bool in_monitor();

} // namespace atrous
