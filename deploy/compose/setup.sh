#!/bin/sh
# Creates each runner once, and leaves its credential where only the account of the image can read it.
set -eu
folder=${CREDENTIALS:-/credentials}
owner=${OWNER:-headrace}
headrace=${HEADRACE:-node bin/headrace.mjs}
umask 077

for runner in runner-a runner-b; do
  [ -s "$folder/$runner.secret" ] && continue
  $headrace runners create "$runner" --deployment container --json > "$folder/created.json"
  for part in clientId:id clientSecret:secret; do
    node -p "JSON.parse(require('fs').readFileSync('$folder/created.json', 'utf8')).${part%%:*}" \
      > "$folder/$runner.${part##*:}"
  done
  rm "$folder/created.json"
done
chown -R "$owner" "$folder"
