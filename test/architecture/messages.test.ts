import { readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../domain/limits.ts';
import { messages } from '../../email-templates/compiled-messages/en.ts';
import * as email from '../../email-templates/compiled-messages/load.ts';
import { categoriesOf, moduleOf, parametersOf } from '../../scripts/compile-messages.ts';
import { NAMESPACES, readCatalogue } from '../../scripts/messages.ts';
import * as correctionForm from '../../server/http/correction-form/compiled-messages/load.ts';
import * as verifyPage from '../../server/http/verify-page/compiled-messages/load.ts';
import * as verifier from '../../verifier/compiled-messages/load.ts';

/** Messages that are the same in English: names of things that the language borrowed. */
const SAME_AS_ENGLISH = [
  ...['de verify-page linkedIn.name', 'de verifier checks.status', 'it verifier checks.file'],
  ...['de', 'fr', 'it'].map((language) => `${language} verify-page test.mark`),
];

const translations = LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  NAMESPACES.map((namespace) => ({ language, namespace, messages: readCatalogue(namespace, language) })),
);

test.each(translations)(
  '$language has every message of $namespace, with the same parameters',
  ({ namespace, messages }) => {
    const english = readCatalogue(namespace, 'en');
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [id, message] of Object.entries(messages)) {
      expect(message.trim(), id).not.toBe('');
      expect([...parametersOf(message)].sort(), id).toEqual([...parametersOf(english[id] ?? '')].sort());
    }
  },
);

test('no message was left in English', () => {
  const same = translations.flatMap(({ language, namespace, messages }) =>
    Object.entries(readCatalogue(namespace, 'en')).flatMap(([id, english]) =>
      messages[id] === english ? [`${language} ${namespace} ${id}`] : [],
    ),
  );
  expect(same.sort()).toEqual([...SAME_AS_ENGLISH].sort());
});

test.each(LANGUAGES)('each count in %s has the plural forms of the language', (language) => {
  const counts = NAMESPACES.flatMap((namespace) => Object.values(readCatalogue(namespace, language))).flatMap(
    categoriesOf,
  );
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  expect(counts.length).toBeGreaterThan(0);
  for (const forms of counts) expect(forms.sort()).toEqual([...pluralCategories].sort());
});

test.each(NAMESPACES)('%s has a file for each language and no other', (namespace) => {
  expect(readdirSync(`messages/${namespace}`).sort()).toEqual(LANGUAGES.map((language) => `${language}.json`).sort());
});

test.each([
  ['e-mails', email],
  ['the verification page', verifyPage],
  ['requests for corrections', correctionForm],
  ['the verifier', verifier],
])(
  '%s load each language, each for its tags',
  async (_, load: {
    LANGUAGES: string[];
    languageFor(tag: string): unknown;
    loadMessages(language: never): Promise<unknown>;
  }) => {
    expect(load.LANGUAGES).toEqual(LANGUAGES);
    const found = await Promise.all(load.LANGUAGES.map((language) => load.loadMessages(language as never)));
    expect(new Set(found.map((one) => JSON.stringify(one)))).toHaveLength(LANGUAGES.length);
    expect(
      ['zh', 'zh-CN', 'zh-Hans-HK', 'zh-TW', 'zh-Hant', 'zh-HK', 'pt-BR', 'tlh', '*', ''].map(load.languageFor),
    ).toEqual(['zh', 'zh', 'zh', undefined, undefined, undefined, 'pt', undefined, undefined, undefined]);
  },
);

test('a compiled message contains its values unchanged, whatever its text contains', async () => {
  const text = `\`$'{'name'}' \\u003c it's {name}#\n{count, plural, one {# \\\`} other {#}}`;
  const source = stripTypeScriptTypes(moduleOf('de', { 'a.b c': text, 'a.plain': '"it\'s"\\' }));
  const { messages: compiled } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  expect(compiled.a['b c']({ name: '\\u003c$&{count}', count: 1 })).toBe(
    `\`\${name} \\u003c it's \\u003c$&{count}#\n1 \\\``,
  );
  expect(compiled.a.plain).toBe('"it\'s"\\');
});

test.each([
  '{sex, select, other {x}}',
  '{n, plural, =0 {x} other {y}}',
  '{n, number}',
  '{n, plural, offset:1 other {x}}',
])('syntax that has no compiled form is refused: %s', (message) => {
  expect(() => moduleOf('en', { greeting: message })).toThrow('Message greeting: ');
});

test('an unknown message and a missing parameter do not compile', () => {
  // @ts-expect-error No such message.
  expect(messages.unknown).toBeUndefined();
  // @ts-expect-error The parameter is missing.
  expect(() => messages.pictureOf()).toThrow(TypeError);
  // @ts-expect-error The parameter has another name.
  expect(messages.pictureOf({ recipient: 'Ada' })).toContain('undefined');
});
