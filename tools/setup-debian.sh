#!/usr/bin/env bash
# Make sure that a program is there which the tests or `make cluster` start by themselves: on Debian,
# as root, install it. Nothing is started here.
# Usage: tools/setup-debian.sh chromium|redis|postgresql|haproxy
set -euo pipefail

# Where Debian keeps what is no program of a user's.
PATH=$PATH:/usr/sbin:$(printf '%s:' /usr/lib/postgresql/*/bin)
case $1 in
  chromium) program=chromium packages=(chromium fonts-dejavu-core) ;;
  redis) program=redis-server packages=(redis-server) ;;
  postgresql) program=postgres packages=(postgresql) ;;
  haproxy) program=haproxy packages=(haproxy) ;;
  *) echo "no such program: $1" >&2 && exit 2 ;;
esac

if command -v "$program" >/dev/null; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "$1 is needed (Debian: apt-get install ${packages[*]})." >&2
  exit 1
fi
if [ "$1" = postgresql ] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
  # The package would else make and start a server of its own.
  mkdir -p /etc/postgresql-common
  echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
fi
# As root also while downloading: apt's own user cannot write everywhere.
apt=(apt-get --quiet --quiet -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
"${apt[@]}" update >/dev/null
# Nothing is to run by itself afterwards.
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 "${apt[@]}" install --yes --no-install-recommends \
  "${packages[@]}" >/dev/null
