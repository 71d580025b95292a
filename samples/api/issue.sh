#!/bin/sh
# Issues a certificate, waits until it is rendered, and saves its PDF. Needs curl.
set -eu
api="$LAUREL_URL/api/v1"
key="Authorization: Bearer $LAUREL_API_KEY"
# What a name has in a flat JSON document of the API.
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

certificate=$(curl -sS --fail-with-body --retry 3 -X POST "$api/certificates" -H "$key" \
  -H 'Content-Type: application/json' -H 'Idempotency-Key: enrolment-4711-curl' \
  -d "{\"templateId\":\"$LAUREL_TEMPLATE_ID\",\"variables\":{\"name\":\"Ada Lovelace\",\"course\":\"Computing\",\"distinction\":\"honours\",\"date\":\"20 November 2026\",\"director\":\"Grace Hopper\"}}")
id=$(printf '%s' "$certificate" | sed -n 's/^{"id":"\([^"]*\)".*/\1/p')

while status=$(curl -sS --fail-with-body "$api/certificates/$id" -H "$key" | member renderStatus); do
  case $status in
    COMPLETED) break ;;
    FAILED) echo "certificate $id could not be rendered" >&2; exit 1 ;;
  esac
  sleep 1
done
# 202 until it is ready, then a redirect to the file.
curl -sSL --fail-with-body -o certificate.pdf "$api/certificates/$id/download" -H "$key"
echo "$id"
