"""Reads workbooks with calamine. Prints a line of JSON per file: its sheets with the values of their cells."""

import datetime
import json
import sys

import python_calamine

MAX_CELLS = 200_000


def letters(column):
    text = ''
    while column >= 0:
        text = chr(65 + column % 26) + text
        column = column // 26 - 1
    return text


def plain(value):
    if isinstance(value, datetime.datetime):
        return {'date': value.isoformat()}
    if isinstance(value, datetime.date):
        return {'date': value.isoformat() + 'T00:00:00'}
    if isinstance(value, (datetime.time, datetime.timedelta)):
        return {'time': str(value)}
    return value


def cells_of(sheet):
    if sheet.start is None or sheet.width * sheet.height > MAX_CELLS:
        return {}
    top, left = sheet.start
    return {
        f'{letters(left + x)}{top + y + 1}': plain(value)
        for y, row in enumerate(sheet.to_python(skip_empty_area=True))
        for x, value in enumerate(row)
        if value not in (None, '')
    }


def read(path):
    book = python_calamine.load_workbook(path)
    return [{'name': name, 'cells': cells_of(book.get_sheet_by_name(name))} for name in book.sheet_names]


for path in sys.stdin.read().splitlines():
    try:
        print(json.dumps({'path': path, 'sheets': read(path)}))
    except BaseException as error:  # calamine panics on some files
        print(json.dumps({'path': path, 'error': str(error)[:200]}))
