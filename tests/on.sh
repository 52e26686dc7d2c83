#!/bin/bash
# Tries the README's two commands, data/demo.sh and tests/run.sh, as a new user of a Debian release has them: in a bare root from mmdebstrap, with
# the tracked files of this tree and nothing else. Prints times, skipped tests with their reasons, and packages that the release lacks.
# Needs root, mmdebstrap and a package mirror (exit code 77 without them), and 8 GB in TMPDIR. Logs: build/on-RELEASE.
set -euo pipefail
usage() {
    cat <<'TEXT'
usage: tests/on.sh RELEASE [--demo]

Makes a bare root of RELEASE (bookworm, trixie), copies the tracked files of this tree into it, and runs data/demo.sh and
tests/run.sh there. The exit status is 0 if both succeed.
  --demo   runs only data/demo.sh: 5 minutes on two cores
TEXT
}
case ${1:-} in
-h | --help) usage && exit 0 ;;
[a-z]*) release=$1 ;;
*) usage >&2 && exit 2 ;;
esac
case ${2:-} in
'') commands=(data/demo.sh tests/run.sh) ;;
--demo) commands=(data/demo.sh) ;;
*) usage >&2 && exit 2 ;;
esac
if [[ $EUID != 0 ]] || ! command -v mmdebstrap unshare >/dev/null; then
    echo "[SKIP] a bare root needs root, mmdebstrap and unshare" && exit 77
fi
# All mounts are in a namespace of this script, and go with it however it ends.
if [[ -z ${ATROUS_ON_INSIDE:-} ]]; then ATROUS_ON_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"; fi

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
logs=$here/build/on-$release
work=$(mktemp -d)
root=$work/root
leave() {
    umount -lqR "$root" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap leave EXIT
mkdir -p "$logs"

# inside COMMAND...: runs a command in the copy of this tree, with the root as its whole system. After chroot, the
# kernel refuses user namespaces, and tests of small disks and of unprivileged users would be skipped.
inside() {
    # shellcheck disable=SC2016 # expanded by that shell
    unshare --mount --propagation private sh -c 'cd "$0" && pivot_root . . && umount -l . && cd /root/atrous &&
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb "$@"' "$root" "$@"
}

if ! mmdebstrap --quiet --variant=minbase "$release" "$root" >"$logs/root.log" 2>&1; then
    tail -n 5 "$logs/root.log"
    echo "[SKIP] no bare root of $release could be made" && exit 77
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --bind "$root" "$root" # pivot_root takes only a mount
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sys "$root/sys"
mount --rbind /dev "$root/dev"
mkdir -p "$root/root/atrous"
(cd "$here" && git ls-files -z --cached | while IFS= read -r -d '' file; do [[ -e $file ]] && printf '%s\0' "$file"; done |
    tar --create --null --files-from=-) | tar -C "$root/root/atrous" --extract --no-same-owner

status=0
for command in "${commands[@]}"; do
    log=$logs/$(basename "$command" .sh).log
    echo "$release: $command (log: ${log#"$here"/})"
    SECONDS=0
    inside "$command" >"$log" 2>&1 || status=$?
    echo "$release: $command: exit code $status after $SECONDS s"
    [[ $status == 0 ]] || { tail -n 40 "$log" && break; }
done
tests=$root/root/atrous/build/test/Testing/Temporary/LastTest.log
if [[ -f $tests ]]; then
    cp "$tests" "$logs/tests.log"
    echo "$release: skipped:"
    grep -hF '[SKIP]' "$logs"/run.log "$logs"/tests.log | sort -u | sed 's/^ */  /'
fi
echo "$release: packages that it does not have:"
# shellcheck disable=SC2016 # expanded in the root
inside bash -c '. data/setup.sh; for name in $(packages_for build run test demo tools | sed -n "s/?$//p"); do apt-cache show "$name" >/dev/null 2>&1 || echo "  $name"; done'
exit "$status"
