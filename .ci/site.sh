#!/usr/bin/env bash
# Make a web site of manuals: MANUALS/v0.2.0/manual.html becomes SITE/0.2.0/index.html, the newest SITE/latest/, too, and
# SITE/index.html lists all versions, the newest first. Exit code 3 if there is no manual.
set -euo pipefail
manuals="${1:?usage: site.sh MANUALS SITE}" site="${2:?usage: site.sh MANUALS SITE}"
versions="$(cd "$manuals" && for one in v*/manual.html; do [ ! -s "$one" ] || dirname "${one#v}"; done | sort -rV)"
if [ -z "$versions" ]; then
    echo "site: no v*/manual.html in $manuals" >&2
    exit 3
fi
mkdir -p "$site"
for version in $versions; do
    mkdir -p "$site/$version"
    cp "$manuals/v$version/manual.html" "$site/$version/index.html"
done
newest="${versions%%$'\n'*}"
rm -rf "$site/latest"
cp -r "$site/$newest" "$site/latest"
{
    printf '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    printf '<title>rcwkit: manuals</title>\n<style>body { font: 1.1rem/1.6 sans-serif; margin: 2rem } :root { color-scheme: light dark }</style>\n'
    printf '<h1>rcwkit: manuals</h1>\n<ul>\n<li><a href="latest/">the newest, %s</a>\n' "$newest"
    for version in $versions; do printf '<li><a href="%s/">%s</a>\n' "$version" "$version"; done
    printf '</ul>\n'
} > "$site/index.html"
