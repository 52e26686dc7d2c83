// Numbers and lengths in front of names, all as text.
#include "batch/plan/plan_text.h"
#include <charconv>

namespace atrous {
namespace {

class Packer {
  public:
    void number(std::int64_t value) { bytes += std::to_string(value) + ' '; }
    void text(const std::string& value) {
        number(std::int64_t(value.size()));
        bytes += value;
    }
    void files(const std::vector<RoleFile>& list) {
        number(std::int64_t(list.size()));
        for (const RoleFile& file : list) text(file.path.string()), text(file.role);
    }
    std::string bytes;
};

class Unpacker {
  public:
    explicit Unpacker(const std::string& bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
    std::int64_t number() {
        std::int64_t value = 0;
        at_ = std::from_chars(at_, end_, value).ptr + 1; // the blank
        return value;
    }
    std::string text() {
        const auto size = std::size_t(number());
        at_ += size;
        return {at_ - size, size};
    }
    std::vector<RoleFile> files() {
        std::vector<RoleFile> list;
        list.resize(std::size_t(number()));
        for (RoleFile& file : list) file.path = text(), file.role = text();
        return list;
    }

  private:
    const char *at_, *end_;
};

} // namespace

std::string pack(const OutputPlan& plan) {
    Packer to;
    to.text(plan.folder.string());
    to.text(plan.fresh.string());
    to.number(std::int64_t(plan.patterns.size()));
    for (const std::string& pattern : plan.patterns) to.text(pattern);
    to.number(plan.open_ended);
    to.text(plan.rest);
    to.number(std::int64_t(plan.before));
    to.number(std::int64_t(plan.jobs.size()));
    for (const Job& job : plan.jobs) {
        to.files(job.inputs);
        to.files(job.outputs);
        for (const int value : {job.shot, job.number, int(job.missing)}) to.number(value);
        to.text(job.refused);
    }
    return to.bytes;
}

OutputPlan unpack(const std::string& bytes) {
    Unpacker from(bytes);
    OutputPlan plan;
    plan.folder = from.text();
    plan.fresh = from.text();
    plan.patterns.resize(std::size_t(from.number()));
    for (std::string& pattern : plan.patterns) pattern = from.text();
    plan.open_ended = from.number() != 0;
    plan.rest = from.text();
    plan.before = std::size_t(from.number());
    plan.jobs.resize(std::size_t(from.number()));
    for (Job& job : plan.jobs) {
        job.inputs = from.files();
        job.outputs = from.files();
        job.shot = int(from.number());
        job.number = int(from.number());
        job.missing = from.number() != 0;
        job.refused = from.text();
    }
    return plan;
}

} // namespace atrous
