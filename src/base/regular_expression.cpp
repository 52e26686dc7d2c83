// Thompson's construction, and a simulation that keeps the set of all states it can be in (Thompson 1968, "Regular expression
// search algorithm"; Cox 2007, "Regular expression matching can be simple and fast").
#include "base/regular_expression.h"
#include "base/error.h"
#include <array>

namespace atrous {
namespace {

using State = RegularExpression::State;
using Bytes = std::bitset<256>;

constexpr std::size_t longest = 10'000;
constexpr int deepest = 200;

/// A part of the machine: where it is entered, and the state whose `next` leads out.
struct MachinePart {
    int in, out;
};

Bytes range(unsigned char first, unsigned char last) {
    Bytes bytes;
    for (unsigned c = first; c <= last; ++c) bytes.set(c);
    return bytes;
}

/// What \d, \w and \s stand for, small: those, capital: all others; any other sign stands for itself.
Bytes bytes_of_escape(char sign) {
    const char small = char(sign | 0x20);
    Bytes bytes;
    if (small == 'd') bytes = range('0', '9');
    if (small == 'w') bytes = range('0', '9') | range('a', 'z') | range('A', 'Z') | range('_', '_');
    if (small == 's') bytes = range('\t', '\r') | range(' ', ' ');
    if (bytes.none()) return bytes.set(static_cast<unsigned char>(sign));
    return sign == small ? bytes : ~bytes;
}

/// Reads an expression; groups alone go deeper on the stack.
class MachineBuilder {
  public:
    MachineBuilder(std::string_view text, const std::string& name, std::vector<State>& states)
        : text_(text), name_(name), states_(states) {}

    MachinePart all() {
        const MachinePart part = alternatives();
        if (at_ < text_.size()) fail("')' without '('");
        return part;
    }

  private:
    [[noreturn]] void fail(const std::string& what) const {
        throw usage_error(name_ + ": is not a regular expression: " + what + " at character " +
                          std::to_string(at_ + 1));
    }
    bool ended() const { return at_ == text_.size(); }
    bool takes(char c) { return !ended() && text_[at_] == c && ++at_ > 0; }

    int add(State::Kind kind, int next = -1, int other = -1, const Bytes& bytes = {}) {
        states_.push_back({kind, next, other, bytes});
        return int(states_.size()) - 1;
    }
    MachinePart single(State::Kind kind, const Bytes& bytes = {}) {
        const int state = add(kind, -1, -1, bytes);
        return {state, state};
    }
    void lead(int from, int to) { states_[std::size_t(from)].next = to; }

    MachinePart alternatives() {
        MachinePart all = sequence();
        while (takes('|')) {
            const MachinePart more = sequence();
            const int out = add(State::Kind::empty);
            lead(all.out, out);
            lead(more.out, out);
            all = {add(State::Kind::fork, all.in, more.in), out};
        }
        return all;
    }

    MachinePart sequence() {
        MachinePart all = single(State::Kind::empty);
        while (!ended() && text_[at_] != '|' && text_[at_] != ')') {
            const MachinePart more = repeated();
            lead(all.out, more.in);
            all.out = more.out;
        }
        return all;
    }

    MachinePart repeated() {
        MachinePart part = one();
        while (!ended() && std::string_view("*+?").find(text_[at_]) != std::string_view::npos) {
            const char how = text_[at_++];
            const int out = add(State::Kind::empty), fork = add(State::Kind::fork, part.in, out);
            lead(part.out, how == '?' ? out : fork);
            part = {how == '+' ? part.in : fork, out};
        }
        if (!ended() && text_[at_] == '{') fail("counts like {2} are not offered");
        return part;
    }

    MachinePart one() {
        if (takes('(')) return group();
        if (takes('[')) return single(State::Kind::bytes, bytes_of_class());
        if (takes('.')) return single(State::Kind::bytes, ~range('\n', '\n'));
        if (takes('^')) return single(State::Kind::begin);
        if (takes('$')) return single(State::Kind::end);
        if (std::string_view("*+?").find(text_[at_]) != std::string_view::npos) fail("nothing to repeat");
        return single(State::Kind::bytes, sign());
    }

    MachinePart group() {
        if (takes('?') && !takes(':')) fail("groups like (?= are not offered");
        if (++depth_ > deepest) fail("groups are more than " + std::to_string(deepest) + " deep");
        const MachinePart part = alternatives();
        --depth_;
        if (!takes(')')) fail("'(' without ')'");
        return part;
    }

    Bytes sign() {
        const bool escape = takes('\\');
        if (ended()) fail("nothing follows '\\'");
        const char c = text_[at_++];
        return escape ? bytes_of_escape(c) : Bytes().set(static_cast<unsigned char>(c));
    }

    Bytes bytes_of_class() {
        const bool not_these = takes('^');
        Bytes all;
        while (!takes(']')) {
            if (ended()) fail("'[' without ']'");
            const auto first = static_cast<unsigned char>(text_[at_]);
            all |= sign();
            if (at_ + 1 >= text_.size() || text_[at_] != '-' || text_[at_ + 1] == ']') continue;
            ++at_;
            const auto last = static_cast<unsigned char>(text_[at_]);
            if (first == '\\' || last == '\\' || last < first) fail("a range that is none");
            all |= range(first, last);
            ++at_;
        }
        return not_these ? ~all : all;
    }

    std::string_view text_;
    const std::string& name_;
    std::vector<State>& states_;
    std::size_t at_ = 0;
    int depth_ = 0;
};

/// The states that the machine can be in at one place of a text.
class ReachedStates {
  public:
    explicit ReachedStates(const std::vector<State>& states) : states_(states), seen_(states.size()) {}

    /// Adds a state and all that follow without a byte.
    void add(int state, bool at_begin, bool at_end) {
        using enum State::Kind;
        todo_.push_back(state);
        while (!todo_.empty()) {
            const std::size_t one = std::size_t(todo_.back());
            todo_.pop_back();
            if (seen_[one]) continue;
            seen_[one] = true;
            list.push_back(int(one));
            const State& s = states_[one];
            if (s.kind == fork) todo_.push_back(s.other);
            if (s.kind == accept) accepted = true;
            if (s.kind == empty || s.kind == fork || (s.kind == begin && at_begin) ||
                (s.kind == end && at_end))
                todo_.push_back(s.next);
        }
    }
    void clear() {
        for (const int one : list) seen_[std::size_t(one)] = false;
        list.clear();
    }

    std::vector<int> list{};
    bool accepted = false;

  private:
    const std::vector<State>& states_;
    std::vector<bool> seen_;
    std::vector<int> todo_{};
};

} // namespace

RegularExpression::RegularExpression(std::string_view text, const std::string& name) {
    if (text.size() > longest)
        throw usage_error(name + ": has " + std::to_string(text.size()) + " characters; allowed are " +
                          std::to_string(longest));
    const MachinePart all = MachineBuilder(text, name, states_).all();
    start_ = all.in;
    states_[std::size_t(all.out)].next = int(states_.size());
    states_.push_back({State::Kind::accept});
}

bool RegularExpression::matches_in(std::string_view text) const {
    std::array<ReachedStates, 2> both{ReachedStates(states_), ReachedStates(states_)};
    for (std::size_t i = 0;; ++i) {
        ReachedStates &now = both[i % 2], &then = both[(i + 1) % 2];
        now.add(start_, i == 0, i == text.size());
        if (now.accepted) return true;
        if (i == text.size()) return false;
        then.clear();
        for (const int one : now.list) {
            const State& s = states_[std::size_t(one)];
            if (s.kind == State::Kind::bytes && s.bytes[static_cast<unsigned char>(text[i])])
                then.add(s.next, false, i + 1 == text.size());
        }
    }
}

} // namespace atrous
