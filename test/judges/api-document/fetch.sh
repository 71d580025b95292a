#!/bin/sh
# Fetches linters and generators for API documents into this folder: about 30 s.
here=$(cd "$(dirname "$0")" && pwd)
npm install --prefix "$here" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel=error \
  @redocly/cli@2.77.0 @stoplight/spectral-cli@6.16.3 openapi-typescript@7.13.0 @hey-api/openapi-ts@0.99.0 \
  openapi-to-postmanv2@6.3.3 typescript@5.9.3
python3 -m venv "$here/.venv" && "$here/.venv/bin/pip" install -q -r "$here/requirements.txt"
