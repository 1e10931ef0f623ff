#!/usr/bin/env bash
# Make sure that `make cluster` and the tests of deploy/ find `haproxy`: on Debian, as root,
# install it. It is not started here.
set -euo pipefail

if command -v haproxy >/dev/null || [ -x /usr/sbin/haproxy ]; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "haproxy is needed on PATH (Debian: apt-get install haproxy)." >&2
  exit 1
fi
# As root also while downloading: apt's own user cannot write everywhere.
apt=(apt-get --quiet --quiet -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
"${apt[@]}" update >/dev/null
# Nothing is to run by itself afterwards.
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 "${apt[@]}" install --yes --no-install-recommends \
  haproxy >/dev/null
