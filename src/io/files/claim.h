// A claim to a file that is to be made, for several processes on one folder: a hidden empty file beside it that is locked,
// so that the claim of a process that is killed ends with it.
#pragma once
#include <filesystem>
#include <memory>

namespace atrous {

class Claim {
  public:
    /// Ends it, and removes its file.
    ~Claim();
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

    struct Answer;
    /// Asks without waiting.
    static Answer ask(const std::filesystem::path& target);

  private:
    Claim(std::filesystem::path path, int file) : path_(std::move(path)), file_(file) {}
    std::filesystem::path path_;
    int file_;
};

struct Claim::Answer {
    /// Null where another process has it, or where none can be had: the file system knows no locks, or what is no claim has
    /// its name. Then nobody has one.
    std::shared_ptr<const Claim> claim = nullptr;
    bool held_elsewhere = false;
};

/// Whether a hidden file of this name is a claim.
bool is_claim(std::string_view name);
/// Whether an open file of such a name may be one: what has content is not ours.
bool is_claim(int file);

} // namespace atrous
