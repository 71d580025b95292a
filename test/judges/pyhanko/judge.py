"""Validates the signatures of PDFs with pyHanko. Prints a JSON object for each file: `judge.py TRUSTED.pem FILE...`."""

import json
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def judge(path, trusted):
    with open(path, 'rb') as file:
        signatures = PdfFileReader(file).embedded_signatures
        context = ValidationContext(trust_roots=[trusted], allow_fetching=False)
        statuses = [validate_pdf_signature(one, context, skip_diff=False) for one in signatures]
        return [
            {
                'valid': status.valid,
                'intact': status.intact,
                'coverage': status.coverage.name,
                'docmdp': status.docmdp_ok,
                'bottomLine': status.bottom_line,
                'timeStamp': status.timestamp_validity is not None and status.timestamp_validity.valid,
            }
            for status in statuses
        ]


trusted = load_cert_from_pemder(sys.argv[1])
for path in sys.argv[2:]:
    try:
        print(json.dumps(judge(path, trusted)))
    except Exception as error:  # A file that pyHanko cannot read is a verdict, too.
        print(json.dumps({'error': str(error)}))
