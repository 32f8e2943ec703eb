#!/bin/sh
# The clicks of yesterday as a Parquet file, each night. A file is there only once it is whole, and is never replaced.
#
#   15 2 * * *  set -a; . /etc/waymark.env; exec /opt/jobs/export-clicks.sh /srv/clicks
#
# WAYMARK_API_KEY: a key with the scope Read. TIMEZONE: whose days are meant; absent: UTC.
set -eu
folder=${1:?'usage: export-clicks.sh FOLDER'}
day=$(TZ=${TIMEZONE:-UTC} node -p '
  const day = new Date(Date.now() - 86_400_000);
  new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: process.env.TZ }).format(day)')
file=$folder/clicks-$day.parquet

[ -e "$file" ] && exit 0
mkdir -p "$folder"
exec waymark analytics export --range yesterday --timezone "${TIMEZONE:-UTC}" --format parquet --output "$file"
