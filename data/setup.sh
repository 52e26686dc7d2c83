# Installs missing packages of data/packages.txt on Debian and Ubuntu. Sourced by data/demo.sh and tests/run.sh.
# Hides root, sudo, and systems without apt-get.
# shellcheck shell=bash

# packages_for GROUP...: the names in data/packages.txt of these groups. A name with a question mark is not in all releases.
packages_for() {
    local list
    list="$(dirname "${BASH_SOURCE[0]}")/packages.txt"
    awk -v groups=" $* " '!/^#/ && index(groups, " " $1 " ") { print $2 }' "$list"
}

# missing_packages GROUP...: prints the packages that are not installed, except packages that this release does not have.
missing_packages() {
    local package
    for package in $(packages_for "$@"); do
        if [[ $package == *\? ]]; then
            package=${package%\?}
            apt-cache show "$package" >/dev/null 2>&1 || continue
        fi
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
    done
}

# cannot_install REASON GROUP...: prints the packages to install. Continues if the build tools are installed.
cannot_install() {
    local reason=$1 tool
    shift
    echo "$reason" >&2
    echo "These Debian packages are needed: $(packages_for "$@" | tr -d '?' | paste -sd ' ')" >&2
    echo "README.md, \"Build\", has their names for Fedora and Arch." >&2
    for tool in cmake ninja c++; do
        command -v "$tool" >/dev/null || { echo "$tool is not installed: stopping." >&2; return 1; }
    done
    echo "cmake, ninja and a compiler are there: going on." >&2
}

# install_packages GROUP...: returns non-zero if a build cannot succeed.
install_packages() {
    local missing as_root=()
    if ! command -v apt-get >/dev/null; then
        cannot_install "There is no apt-get here, so nothing is installed automatically." "$@"
        return
    fi
    missing=$(missing_packages "$@" | paste -sd ' ')
    if [[ -z $missing ]]; then return 0; fi
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null; then
            cannot_install "Missing: $missing. Installing them needs root or sudo." "$@"
            return
        fi
        as_root=(sudo)
    fi
    echo "Installing: $missing" >&2
    # shellcheck disable=SC2086 # a list of names
    if ! { "${as_root[@]}" apt-get update -q && missing=$(missing_packages "$@" | paste -sd ' ') &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $missing; } >&2; then
        cannot_install "apt-get could not install: $missing (its messages are above)." "$@"
    fi
}
