#!/bin/sh
# The clicks of each day as a Parquet file, each night. A file is there only once it is whole, and is never replaced. A
# night that failed is made good by the next: each of the last seven days without a file is asked for, so keep the files
# of a week where they are.
#
#   15 2 * * *  set -a; . /etc/waymark.env; exec /opt/jobs/export-clicks.sh /srv/clicks
#
# WAYMARK_API_KEY: a key with the scope Read. TIMEZONE: whose days are meant; absent: UTC.
set -eu
folder=${1:?'usage: export-clicks.sh FOLDER'}
zone=${TIMEZONE:-UTC}
# Eight dates, the last is today: a day ends where the next begins.
dates=$(node -p '
  const today = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: process.argv[1] }).format();
  const before = (days) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
  [7, 6, 5, 4, 3, 2, 1, 0].map(before).join(" ")' "$zone")
day=
failed=0

mkdir -p "$folder"
for next in $dates; do
  file=$folder/clicks-$day.parquet
  if [ -n "$day" ] && [ ! -e "$file" ]; then
    waymark analytics export --range custom --start "$day" --end "$next" --timezone "$zone" --format parquet \
      --output "$file" || failed=1
  fi
  day=$next
done
exit "$failed"
