#!/usr/bin/env bash
# Fetches the tables that packages of other readers carry, into a directory. What cannot be fetched is left out. With `all` as the second
# argument, also those of LibreOffice, whose source package has 265 MB.
set -uo pipefail
mkdir -p "$1/packages" "$1/files" && cd "$1/packages" || exit 1
for name in odfpy==1.4.1 python-calamine==0.9.1 pyexcel-ods3==0.6.1; do
  python3 -m pip download -q --no-deps --no-binary "${name%%=*}" "$name" -d . || echo "$name could not be fetched"
done
npm pack --silent xlsx-populate@1.21.0 >/dev/null || echo "xlsx-populate could not be fetched"
for archive in *.tar.gz *.tgz; do
  [ -f "$archive" ] && mkdir -p "../files/${archive%.*}" && tar xzf "$archive" -C "../files/${archive%.*}"
done
if command -v go >/dev/null; then
  for module in github.com/xuri/excelize/v2@v2.8.1 github.com/tealeg/xlsx/v3@v3.3.6; do
    (cd "$1/packages" && printf 'module tables\n' >go.mod && GOMODCACHE="$1/files/go" GOFLAGS='-mod=mod -modcacherw' go mod download "$module") ||
      echo "$module could not be fetched"
  done
fi
if [ "${2:-}" = all ]; then
  apt=$(mktemp -d) && mkdir -p "$apt/parts" "$apt/lists/partial"
  sed 's/^Types: deb$/Types: deb-src/' /etc/apt/sources.list.d/debian.sources >"$apt/parts/source.sources"
  from_source() { apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" -o Dir::State::lists="$apt/lists" "$@"; }
  from_source update && address=$(from_source --print-uris source libreoffice | grep -o "http[^']*[0-9]\.orig\.tar\.xz" | head -1)
  mkdir -p "$1/files/libreoffice"
  curl -sSf "$address" | tar xJ -C "$1/files/libreoffice" --wildcards '*.xlsx' '*.xlsm' '*.ods' '*.csv' '*.xls' '*.xlsb' '*.fods' ||
    echo "LibreOffice could not be fetched"
fi
