#!/usr/bin/env bash
# Make sure that the browser tests find `chromium` on PATH: on Debian, as root, install it.
set -euo pipefail

if command -v chromium >/dev/null; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The browser tests need chromium on PATH (Debian: apt-get install chromium)." >&2
  exit 1
fi
# As root also while downloading: apt's own user cannot write everywhere.
apt=(apt-get --quiet --quiet -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
"${apt[@]}" update >/dev/null
DEBIAN_FRONTEND=noninteractive "${apt[@]}" install --yes --no-install-recommends \
  chromium fonts-dejavu-core >/dev/null
