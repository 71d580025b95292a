"""Validates the signatures of PDFs with pyHanko. Prints a JSON list for each file: `judge.py TRUSTED.pem,TRUSTED.pem FILE...`."""

import json
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext


def judge(path, trusted):
    with open(path, 'rb') as file:
        signatures = PdfFileReader(file).embedded_signatures
        context = ValidationContext(trust_roots=trusted, allow_fetching=False)
        statuses = [validate_pdf_signature(one, context, skip_diff=False) for one in signatures]
        return [
            {
                'valid': status.valid,
                'intact': status.intact,
                'coverage': status.coverage.name,
                'docmdp': status.docmdp_ok,
                'bottomLine': status.bottom_line,
                'timeStamp': judge_stamp(status.timestamp_validity),
            }
            for status in statuses
        ]


def judge_stamp(stamp):
    return stamp and {'valid': stamp.valid, 'intact': stamp.intact, 'trusted': stamp.trusted}


trusted = [load_cert_from_pemder(path) for path in sys.argv[1].split(',')]
for path in sys.argv[2:]:
    try:
        print(json.dumps(judge(path, trusted)))
    except Exception as error:  # A file that pyHanko cannot read is a verdict, too.
        print(json.dumps({'error': str(error)}))
