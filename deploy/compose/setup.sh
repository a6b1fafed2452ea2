#!/bin/sh
# Creates each runner once, and leaves its credential where only the account of the image can read it. What a run of it that
# was interrupted left undone, the next one does.
set -eu
folder=${CREDENTIALS:-/credentials}
owner=${OWNER:-headrace}
headrace=${HEADRACE:-node bin/headrace.mjs}
umask 077

for runner in runner-a runner-b; do
  [ -s "$folder/$runner.secret" ] && continue
  $headrace runners show "$runner" > /dev/null 2>&1 ||
    $headrace runners create "$runner" --deployment container > /dev/null
  $headrace runners credentials "$runner" --json > "$folder/credential.json"
  for part in clientId:id clientSecret:secret; do # the secret last: with it, all is there
    node -p "JSON.parse(require('fs').readFileSync('$folder/credential.json', 'utf8')).${part%%:*}" \
      > "$folder/$runner.${part##*:}"
  done
  rm "$folder/credential.json"
done
chown -R "$owner" "$folder"
