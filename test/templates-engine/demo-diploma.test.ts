import { readFile } from 'node:fs/promises';
import * as mupdf from 'mupdf';
import { expect, test } from 'vitest';
import { compileTemplate, parseDesign, renderPdf } from '../../templates-engine/index.ts';
import { FULL } from '../support/certificates.ts';

const VALUES = {
  name: 'Ada Lovelace',
  course: 'Foundations of Computing',
  distinction: 'honours',
  date: '20 November 2026',
  director: 'Grace Hopper',
  organizationName: 'Laurel Academy',
};

const template = await compileTemplate(
  await parseDesign(JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'))),
);

async function textOf(values: Partial<typeof VALUES>): Promise<string> {
  const { pdf } = await renderPdf(template, new Map(Object.entries({ ...VALUES, ...values })), FULL);
  const text = new mupdf.PDFDocument(pdf).loadPage(0).toStructuredText('preserve-whitespace').asText();
  return text.replaceAll(/\s+/g, ' ').trim();
}

test('the demo diploma states all of its values', async () => {
  const text = await textOf({});
  expect(text).toContain('Ada Lovelace who completed Foundations of Computing, and showed in theory and in practice');
  expect(text).toContain('what the course set out to teach. Completed with honours');
  for (const part of ['20 November 2026 Date', 'Grace Hopper Director of studies']) expect(text).toContain(part);
});

test.each<[keyof typeof VALUES, present: string, absent: RegExp]>([
  ['course', 'Ada Lovelace who completed the course, and showed', /completed,|the course set out/],
  ['distinction', 'set out to teach.', /Completed with/],
  ['date', 'Director of studies', /\bDate\b/],
  ['director', 'Date', /Director of studies/],
])('the demo diploma reads right without a value for %s', async (name, present, absent) => {
  const text = await textOf({ [name]: '' });
  expect(text).toContain(present);
  expect(text).not.toMatch(absent);
  expect(text).not.toMatch(/ [,.]/);
});
