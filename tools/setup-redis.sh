#!/usr/bin/env bash
# Make sure that the tests of several nodes find `redis-server` on PATH: on Debian, as root,
# install it. It is not started here: each test starts one of its own.
set -euo pipefail

if command -v redis-server >/dev/null; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need redis-server on PATH (Debian: apt-get install redis-server)." >&2
  exit 1
fi
# As root also while downloading: apt's own user cannot write everywhere.
apt=(apt-get --quiet --quiet -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
"${apt[@]}" update >/dev/null
# Nothing is to run by itself afterwards.
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 "${apt[@]}" install --yes --no-install-recommends \
  redis-server >/dev/null
