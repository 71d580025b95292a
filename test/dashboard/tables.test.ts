import { expect, test } from 'vitest';
import { faultOf, sentenceOf } from '../../dashboard/app/sentences.ts';
import { mapRows, matchColumns, unmatched } from '../../dashboard/batches/match-columns.ts';
import { decodeText, readTable } from '../../dashboard/batches/read-table.ts';
import { EMAIL, EXTERNAL_ID, type Field } from '../../dashboard/issuing/recipients.ts';

const table = (text: string) => {
  const result = readTable(text, 'people.csv');
  if ('error' in result) throw new Error(result.error);
  return result.table;
};
const PLAIN = {
  type: 'text',
  required: false,
  optional: false,
  default: null,
  sample: null,
  options: null,
  format: null,
  description: null,
} as const;
const field = (label: string): Field => ({
  key: `variables.${label}`,
  label,
  name: label,
  variable: { ...PLAIN, name: label, label },
});

test.each([
  ['commas', 'name,course\nAda,"Logic, 1"'],
  ['semicolons, as Excel writes them in much of Europe', 'name;course\r\nAda;Logic, 1\r\n'],
  ['tabs, as they are pasted', 'name\tcourse\nAda\tLogic, 1'],
  ['a mark of the encoding and empty lines', '\uFEFFname,course\n\nAda,"Logic, 1"\n,\n\n'],
])('a table with %s is read', (_how, text) => {
  expect(table(text)).toMatchObject({ columns: ['name', 'course'], rows: [['Ada', 'Logic, 1']] });
});

test.each([
  ['UTF-8', new TextEncoder().encode('Zoë')],
  ['Windows-1252', Uint8Array.of(0x5a, 0x6f, 0xeb)],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x5a, 0, 0x6f, 0, 0xeb, 0)],
])('%s is told by its bytes', (_name, bytes) => {
  expect(decodeText(bytes)?.replace('\uFEFF', '')).toBe('Zoë');
});

test.each([
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['a spreadsheet', new TextEncoder().encode('PK\u0003\u0004\u0014\u0000')],
])('%s with the name of a text file is told from a text', (_name, bytes) => {
  expect(decodeText(bytes)).toBeNull();
});

test.each([
  ['', /nothing/],
  ['name,course', /no rows/],
  [['name', ...Array.from({ length: 1001 }, (_, index) => `P${index}`)].join('\n'), /1,001 rows.*at most 1,000/],
  ['name\n"Ada', /quotation marks/],
])('what is no table of recipients is refused in words: %#', (text, message) => {
  expect(readTable(text, 'x')).toEqual({ error: expect.stringMatching(message) });
});

test('columns are matched by name, whatever their case, accents and punctuation, and the recipient by habit', () => {
  const variables = ['fullName', 'Cours_Été', 'date'].map(field);
  const columns = ['Name', 'E-mail address', 'cours été', 'ID', 'DATE', 'shoe size'];
  const mapping = matchColumns(columns, variables);
  expect(mapping).toEqual({
    'variables.fullName': { column: 0 },
    'variables.Cours_Été': { column: 2 },
    'variables.date': { column: 4 },
    [EMAIL.key]: { column: 1 },
    [EXTERNAL_ID.key]: { column: 3 },
  });
  const rows = mapRows({ name: 'x', columns, rows: [['Ada', 'a@b.c', 'Logic', '7', 'today', '40']] }, mapping);
  expect(rows).toEqual([
    {
      'variables.fullName': 'Ada',
      'variables.Cours_Été': 'Logic',
      'variables.date': 'today',
      recipientEmail: 'a@b.c',
      externalId: '7',
    },
  ]);
});

test('a variable without a column is named, and no column serves two', () => {
  const variables = ['name', 'Name '].map(field);
  const mapping = matchColumns(['name'], variables);
  expect(unmatched(variables, mapping).map(({ label }) => label)).toEqual(['Name ']);
});

test.each([
  ['is required when sendEmail is true', 'Enter an e-mail address, or turn off sending by e-mail.'],
  [
    'does not fit its box of 660 by 66 points, not even at 14 points',
    'Too long for its place on the certificate. Shorten it, or make its box larger in the template.',
  ],
  ['must not contain NUL or a lone surrogate', 'Contains invalid characters. Type the text instead of pasting it.'],
  ['Too small: expected string to have >=1 characters', 'Enter a value.'],
  ['takes “A” or “B”, got “C”', 'Choose one of: “A” or “B”.'],
  ['The template is archived', 'The template is archived'],
])('what the API says of a field is a sentence that says what to do: %s', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence);
});

test('a fault names its field as forms do', () => {
  const message = 'must not be blank';
  expect(faultOf({ path: 'recipients[3].variables.course', message })).toBe('Row 4, course: Enter a value.');
  expect(faultOf({ path: 'emailSubject', message })).toBe('Email subject: Enter a value.');
});
