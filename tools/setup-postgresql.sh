#!/usr/bin/env bash
# Make sure that the tests find the programs of PostgreSQL: on Debian, as root, install them. No
# server is started here: each test starts one of its own.
set -euo pipefail

if command -v postgres >/dev/null || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1; then
  exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
  echo "The tests need PostgreSQL's server programs (Debian: apt-get install postgresql)." >&2
  exit 1
fi
# The package would else make and start a server of its own.
mkdir -p /etc/postgresql-common
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
  echo "create_main_cluster = false" >/etc/postgresql-common/createcluster.conf
fi
# As root also while downloading: apt's own user cannot write everywhere.
apt=(apt-get --quiet --quiet -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
"${apt[@]}" update >/dev/null
DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 "${apt[@]}" install --yes --no-install-recommends \
  postgresql >/dev/null
