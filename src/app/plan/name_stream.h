// Names of inputs that arrive while the run is at work: --files-from - with a pipe that stays open (a hot folder).
#pragma once
#include <string>
#include <vector>

namespace atrous {

class NameStream {
  public:
    /// `rest`: of a name that was read already, see rest().
    explicit NameStream(bool has_nulls, std::string rest = {})
        : has_nulls_(has_nulls), rest_(std::move(rest)) {}

    /// Waits for a name, and returns those that have arrived by then: none where the standard input has ended, or `stopped`
    /// says so meanwhile. `patience`: milliseconds in which more are waited for behind the first one. Throws a usage error for
    /// what is no list of names, an Error where nothing can be read.
    std::vector<std::string> next(bool (*stopped)(), int patience = 0);
    /// Whether the standard input has ended.
    bool ended() const { return ended_; }
    /// The beginning of a name of which more is to arrive.
    const std::string& rest() const { return rest_; }

  private:
    void read_some();
    std::vector<std::string> take_names();

    bool has_nulls_;
    std::string rest_;
    std::size_t searched_ = 0; ///< bytes of it that hold no end of a name
    bool ended_ = false;
};

} // namespace atrous
