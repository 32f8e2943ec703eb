#!/bin/sh
# A content system creates a link for each page that it publishes. Standard input has a line for each page: its URL, a
# tab, its id in the content system. The same id again is the same link. Prints each id with its short URL.
#
#   printf 'https://example.com/summer\tcms-4711\n' | ./create-links.sh release
#
# WAYMARK_API_KEY: a key with the scope Read + Write. WAYMARK_BASE_URL: the installation.
set -eu
tag=${1:?'usage: create-links.sh TAG < pages'}
tab=$(printf '\t')
cr=$(printf '\r')
failed=0

while IFS=$tab read -r url id || [ -n "$url" ]; do
  id=${id%"$cr"}
  if made=$(waymark links create "$url" --external-id "$id" --tag "$tag"); then
    printf '%s\t%s\n' "$id" "$made"
  else
    failed=1
  fi
done
exit "$failed"
