#!/usr/bin/env bash
# Fetches the tables that packages of other readers carry, into a directory. What cannot be fetched is left out.
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
