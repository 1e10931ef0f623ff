#!/usr/bin/env bash
# Install exactly the packages of a lock file into .venv, which is made first if it is missing.
# Usage: tools/setup-python.sh LOCKFILE
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
if [ ! -x .venv/bin/python ]; then
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; name it like this: make PYTHON=python3.11" >&2
    exit 1
  }
  echo "making .venv"
  "$python" -m venv .venv || { rm -rf .venv; exit 1; }
fi
echo "installing the packages of $1"
.venv/bin/python -m pip install --quiet --disable-pip-version-check \
  --require-hashes --no-deps --requirement "$1"
