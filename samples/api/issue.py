"""Issues a certificate, waits until it is rendered, and saves its PDF. Needs Python 3.9 and nothing else."""

import json
import os
import time
import urllib.error
import urllib.request

API = os.environ["LAUREL_URL"] + "/api/v1"
KEY = os.environ["LAUREL_API_KEY"]


def call(method, path, body=None, idempotency_key=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    if idempotency_key:
        headers["Idempotency-Key"] = idempotency_key
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(API + path, data, headers, method=method)
    for attempt in range(4):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            failure = json.load(error)
            # The key makes it safe to send the creation again.
            if error.code not in (429, 503) or attempt == 3:
                raise SystemExit(f"{failure['error']['code']}: {failure['error']['message']} {failure.get('details', '')}")
            time.sleep(int(error.headers.get("Retry-After", "1")))


certificate = call(
    "POST",
    "/certificates",
    {
        "templateId": os.environ["LAUREL_TEMPLATE_ID"],
        "variables": {
            "name": "Ada Lovelace",
            "course": "Computing",
            "distinction": "honours",
            "date": "20 November 2026",
            "director": "Grace Hopper",
        },
    },
    idempotency_key="enrolment-4711-python",
)
while (certificate := call("GET", f"/certificates/{certificate['id']}"))["renderStatus"] != "COMPLETED":
    if certificate["renderStatus"] == "FAILED":
        raise SystemExit(f"certificate {certificate['id']} could not be rendered")
    time.sleep(1)

urllib.request.urlretrieve(certificate["pdfUrl"], "certificate.pdf")
print(certificate["id"])
