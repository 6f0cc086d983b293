#!/usr/bin/env bash
# Print what CHANGES.md says of a version, 0.2.0 or v0.2.0: the notes of its release. Exit code 3 if it says nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
version="${1#v}"
notes="$(awk -v head="## $version " 'index($0 " ", head) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGES.md)"
if [ -z "$notes" ]; then
    echo "notes: CHANGES.md has no section '## $version (date)'" >&2
    exit 3
fi
printf '%s\n' "$notes" | sed -e '/./,$!d'
