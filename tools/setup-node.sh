#!/usr/bin/env bash
# Make sure that node (as new as Vite wants it) and npm are there; else install them into .venv.
# Expects .venv/bin first on PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

new_enough='const [major, minor] = process.versions.node.split(".").map(Number);
process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1)'

if command -v npm >/dev/null && command -v node >/dev/null && node -e "$new_enough"; then
  exit 0
fi
tools/setup-python.sh requirements-node.txt
