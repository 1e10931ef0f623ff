#!/usr/bin/env bash
# Write the lock files from pyproject.toml and package.json. They hold hashes and no host names.
# Usage: tools/lock.sh [--upgrade]
set -euo pipefail
cd "$(dirname "$0")/.."

export UV_CUSTOM_COMPILE_COMMAND="make lock"
compile() {
  uv pip compile --quiet --universal --python-version 3.11 --generate-hashes "$@"
}
compile "$@" pyproject.toml --output-file requirements.txt
compile "$@" pyproject.toml --group dev --constraint requirements.txt --output-file requirements-dev.txt
compile "$@" --group node --output-file requirements-node.txt

cd clients/web
if [ "${1-}" = --upgrade ]; then
  npm update
else
  npm install --package-lock-only
fi
