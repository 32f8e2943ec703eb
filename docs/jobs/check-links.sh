#!/bin/sh
# A deployment check: every link of a release must answer 301, 302, 307 or 308. Exits with 1, and prints a table of those
# that do not, and of those that are disabled or have expired; a release without links fails as well.
#
#   ./check-links.sh release
#
# WAYMARK_API_KEY: a key with the scope Read.
set -eu
exec waymark links check --tag "${1:?'usage: check-links.sh TAG'}"
