#!/usr/bin/env bash
# workflow.sh NAME [--list]: runs the lines "run:" of .github/workflows/NAME.yml one after the other, in a clone of the last
# commit. Steps that use actions (checkout, publishing) and steps that set up a runner are skipped with a message. The tag of a
# release is HEAD. A matrix of systems is this system only. --list only prints the lines.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
workflow=$root/.github/workflows/${1:?usage: workflow.sh NAME [--list]}.yml
[[ -f $workflow ]] || { echo "tests/workflow.sh: there is no $workflow" >&2 && exit 2; }

mapfile -t steps < <(sed -n 's/^ *run: //p' "$workflow")
if [[ ${2:-} == --list ]]; then printf '%s\n' "${steps[@]}" && exit; fi
sed -n 's/^ *system: \[\(.*\)\]$/of \1: only this system/p' "$workflow"
sed -n 's/^ *- uses: \|^ *uses: /left out: /p' "$workflow"
clone=$(mktemp -d)
trap 'rm -rf --one-file-system "$clone"' EXIT
git clone -q "$root" "$clone/atrous"
cd "$clone/atrous"
export TAG=HEAD
for step in "${steps[@]}"; do
    case $step in
    apt-get* | 'git config --global'*) echo "left out: $step" && continue ;;
    esac
    echo "runs: $step"
    bash -e -o pipefail -c "$step"
done
