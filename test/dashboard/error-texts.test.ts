import { describe, expect, test } from 'vitest';
import { DETAIL_TEXTS } from '../../dashboard/lib/errors/detail-texts.ts';
import { CODE_TEXTS, REASON_TEXTS } from '../../dashboard/lib/errors/reason-texts.ts';
import { faultText, labelledText, refusalText } from '../../dashboard/lib/errors/refusal.ts';
import { CODES, DETAILS, REASONS } from '../../errors/catalogue.ts';
import { type DetailCode, detail, type Reason, reasonMessage } from '../../errors/detail.ts';

/** Parameters by name. All others are a number. */
const PARAMS: Readonly<Record<string, string | string[]>> = {
  accepted: 'a text',
  options: ['A', 'B', 'C'],
  problem: 'Too long. Use at most 20 characters.',
  remedy: 'Remove one first.',
};

/** Returns values for the placeholders of a message. Skips those in brackets unless `all`. */
function paramsOf(message: string, all: boolean) {
  const given = all ? message : message.replaceAll(/\[[^\]]*\]/g, '');
  return Object.fromEntries([...given.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, PARAMS[name] ?? 42]));
}

function expectSentences(text: string): void {
  expect(text).toMatch(/^[\p{Lu}\d“].*\.$/u);
  expect(text).not.toMatch(/[{}[\]]|undefined|NaN/);
  expect(text.split(/\s+/).length).toBeLessThanOrEqual(25);
}

describe.each([
  ['all', true],
  ['the required', false],
])('with %s parameters', (_which, all) => {
  test.each(Object.keys(DETAILS) as DetailCode[])('the detail %s has texts for users', (code) => {
    const params = paramsOf(DETAILS[code].message, all);
    const given = (detail as (path: string, code: DetailCode, params: unknown) => ReturnType<typeof detail>)(
      '',
      code,
      params,
    );
    expectSentences(faultText(given));
  });

  test.each(Object.keys(REASONS) as Reason[])('the reason %s has texts for users', (reason) => {
    const params = paramsOf(REASONS[reason].message, all);
    const message = (reasonMessage as (reason: Reason, params: unknown) => string)(reason, params);
    expectSentences(refusalText({ code: REASONS[reason].error, reason, message }) ?? '');
  });
});

test('every code of the contract has texts for users', () => {
  expect(Object.keys(CODE_TEXTS)).toEqual(expect.arrayContaining(Object.keys(CODES)));
  for (const text of Object.values(CODE_TEXTS)) expectSentences(text);
});

test('every text belongs to a code of the catalogue', () => {
  expect(Object.keys(DETAIL_TEXTS).sort()).toEqual(Object.keys(DETAILS).sort());
  expect(Object.keys(REASON_TEXTS).sort()).toEqual(Object.keys(REASONS).sort());
});

test('a text includes the values of the detail', () => {
  const sides = ['left', 'right', 'top', 'bottom'].map((side) =>
    faultText(detail('', 'off_page', { points: 3, side })),
  );
  expect(sides.map((text) => /\w+(?=\. Move)/.exec(text)?.[0])).toEqual(['left', 'right', 'top', 'bottom']);
  expect(faultText(detail('', 'too_long', { most: 2000 }))).toBe('Use at most 2,000 characters.');
  expect(faultText(detail('', 'not_an_option', { options: ['A', 'B', 'C'] }))).toBe('Choose “A”, “B” or “C”.');
  expect(faultText(detail('', 'blank', { accepted: 'a text' }))).toBe('Enter a value.');
  expect(faultText(detail('', 'blank', { accepted: "the recipient's name" }))).toBe('Enter the recipient’s name.');
  const sizes = [5 * 1024 * 1024, 100_000_000].map((most) => detail('', 'file_too_large', { size: 1e9, most }));
  expect(sizes.map((size) => faultText(size).replace(/.*up to /, ''))).toEqual(['5 MB.', '100 MB.']);
});

test('a fault names its field as forms do', () => {
  expect(labelledText(detail('recipients[3].variables.course', 'required', { accepted: 'a value' }))).toBe(
    'Row 4, course: Enter a value.',
  );
  expect(labelledText(detail('emailSubject', 'several_lines'))).toBe('E-mail subject: Use a single line.');
});

test('codes and reasons of a newer server show its message', () => {
  const message = 'Too shiny. Use a matt one.';
  expect(faultText({ code: 'too_shiny', message, params: {} })).toBe(message);
  expect(faultText({ code: 'toString', message, params: {} })).toBe(message);
  expect(refusalText({ code: 'CONFLICT', reason: 'too_shiny', message })).toBe(message);
  expect(refusalText({ code: 'TOO_SHINY', message })).toBe(message);
});

test('details take precedence over the reason, and the reason over the code', () => {
  const details = [detail('name', 'several_lines')];
  expect(refusalText({ code: 'VALIDATION_ERROR', details })).toBe('Name: Use a single line.');
  expect(refusalText({ code: 'FORBIDDEN', reason: 'owners_only' })).toBe(REASON_TEXTS.owners_only);
  expect(refusalText({ code: 'FORBIDDEN' })).toBe(CODE_TEXTS.FORBIDDEN);
});
