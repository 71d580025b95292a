import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { composer } from '../../dashboard/language/runtime.ts';
import { readCatalogue, TRANSLATED } from '../../scripts/dashboard-messages/catalogues.ts';
import { codeOf, namesIn } from '../../scripts/dashboard-messages/compile.ts';
import { faultsOf } from '../../scripts/dashboard-messages/faults.ts';
import { untranslatedIn } from '../../scripts/dashboard-messages/untranslated.ts';
import { NAMESPACES, readCatalogue as readShared } from '../../scripts/messages.ts';

/** A message of the code. */
const extracted = (key: string, message = key) => ({ id: key, key, message, places: ['a.tsx:1'] });

test.each([
  ['a message without a translation', {}, 'not translated: "Save {name}"'],
  ['an empty translation', { 'Save {name}': ' ' }, 'not translated: "Save {name}"'],
  ['English', { 'Save {name}': 'Save {name}' }, 'equal to English: "Save {name}"'],
  ['another value', { 'Save {name}': '{Name} sichern' }, 'has Name, not name: "Save {name}"'],
  ['a lost value', { 'Save {name}': 'Sichern' }, 'has , not name: "Save {name}"'],
  ['broken syntax', { 'Save {name}': '{name sichern' }, /"Save \{name\}"$/],
  ['an old message', { 'Save {name}': '{name} sichern', Old: 'Alt' }, 'not in the code: "Old"'],
])('the check finds %s', (_what, catalogue: Record<string, string>, fault) => {
  const found = faultsOf([extracted('Save {name}')], catalogue, 'de', []);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(fault);
});

test('the check finds missing plural forms, lost elements, and borrowed words that differ', () => {
  const count = '{n, plural, one {# row} other {# rows}}';
  expect(faultsOf([extracted(count)], { [count]: count.replaceAll('row', 'صف') }, 'ar', [])).toEqual([
    expect.stringContaining('plural forms one,other'),
  ]);
  const link = 'Read <0>this</0>.';
  expect(faultsOf([extracted(link)], { [link]: 'Lesen Sie das.' }, 'de', [])).toEqual([
    `has , not <0>: ${JSON.stringify(link)}`,
  ]);
  expect(faultsOf([extracted('Status')], { Status: 'Status' }, 'de', ['Status'])).toEqual([]);
  expect(faultsOf([extracted('Name')], { Name: 'Nom' }, 'fr', ['Name'])).toHaveLength(1);
});

test.each([
  ['const a = <p>Saved now</p>;', 'Saved now'],
  ['const a = <Button title="Saved" />;', 'Saved'],
  ["notifyDone('Your changes are saved.');", 'Your changes are saved.'],
  [`const a = \`Saved by \${name} today\`;`, 'Saved by … today'],
  ["throw new LocalError('Choose one file.');", 'Choose one file.'],
])('a text that is no message is found: %s', (text, shown) => {
  expect(untranslatedIn({ path: 'a.tsx', text })).toEqual([`a.tsx:1: ${shown}`]);
});

test.each([
  'const a = <p><Trans>Saved now</Trans></p>;',
  'const a = <Button title={t`Saved`} size="md" />;',
  "const a = plural(n, { one: 'One row', other: '# rows' });",
  "if (event.key === 'Enter') throw new Error('Nothing was entered.');",
  "import a from 'Some name';",
])('messages and strings for programs are not reported: %s', (text) => {
  expect(untranslatedIn({ path: 'a.tsx', text })).toEqual([]);
});

test('a compiled message never reads its values as elements, and nests elements and counts', () => {
  expect(codeOf('Save')).toBe('"Save"');
  expect(codeOf('<0>{name}</0> by <1/>')).toBe('(v,h)=>[h.e("0",v.name)," by ",h.e("1")]');
  expect(codeOf('{n, plural, one {<0>#</0> row} other {# rows}}')).toBe(
    '(v,h)=>[h.p(v.n,{one:[h.e("0",h.n(v.n))," row"],other:[h.n(v.n)," rows"]})]',
  );
  expect(namesIn('{n, plural, one {<0>#</0> {a}} other {}}')).toEqual(['#n', '<0>', 'a']);
  for (const broken of ['<0>a', 'a</0>', '<0><1></0></1>']) expect(() => codeOf(broken)).toThrow(/<\/?\d>/);
});

test('counts in Arabic have their six forms', () => {
  const message = readCatalogue('ar')['{count, plural, one {# certificate} other {# certificates}}'] ?? '';
  const compiled = new Function(`return ${codeOf(message)}`)();
  const texts = [0, 1, 2, 3, 11, 100].map((count) => composer('ar')(compiled, { count }, {}).join(''));
  expect(texts).toEqual(['0 شهادة', 'شهادة واحدة', 'شهادتان', '3 شهادات', '11 شهادة', '100 شهادة']);
});

test('a value with a tag or an escape is shown as it is', () => {
  const compiled = new Function(`return ${codeOf('Certificate of {name}')}`)();
  expect(composer('en')(compiled, { name: '<0>\\u003c</0>' }, {}).join('')).toBe('Certificate of <0>\\u003c</0>');
});

test('values of another direction are isolated, so that quotes and full stops keep their places', () => {
  const compiled = new Function(`return ${codeOf('“{name}”. {count}')}`)();
  const of = (locale: string, name: string) => composer(locale)(compiled, { name, count: '1,000' }, {}).join('');
  expect(of('ar', 'Ann')).toBe('“\u2068Ann\u2069”. 1,000');
  expect(of('de', 'Ann')).toBe('“Ann”. 1,000');
  expect(of('de', 'ليلى')).toBe('“\u2068ليلى\u2069”. 1,000');
});

/** Returns a message without its context and the names of its values. */
const bare = (english: string): string => english.replace(/ \[[^\]]*\]$/, '').replaceAll(/\{\w+(?=[},])/g, '{');

/** Terms in English with the stems of which a translation contains one. */
const glossaryOf = (language: string): Record<string, string[]> =>
  JSON.parse(readFileSync(`messages/glossary/${language}.json`, 'utf8'));

test.each(TRANSLATED)('all texts in %s use the terms of its glossary', (language) => {
  const texts = [
    ...Object.entries(readCatalogue(language)),
    // The verifier's sentences are about files and entries of the log, too.
    ...NAMESPACES.filter((namespace) => namespace !== 'verifier').flatMap((namespace) => {
      const english = readShared(namespace, 'en');
      return Object.entries(readShared(namespace, language)).map(([id, text]) => [english[id] ?? '', text] as const);
    }),
  ];
  const wrong = Object.entries(glossaryOf(language)).flatMap(([term, stems]) =>
    texts.filter(
      ([english, text]) =>
        new RegExp(`\\b${term}(?:s|d|ed)?\\b`, 'i').test(bare(english)) &&
        !stems.some((stem) => text.toLowerCase().includes(stem)),
    ),
  );
  expect(Object.keys(glossaryOf(language)).length).toBeGreaterThan(7);
  expect(wrong).toEqual([]);
});
