import { expect, test } from 'vitest';
import { words as english } from '../../verifier/texts/en.ts';
import { sentence, type Words } from '../../verifier/texts/words.ts';

const LANGUAGES = ['en', 'fr', 'de', 'es', 'ar', 'pt', 'it', 'ja', 'zh', 'hi'];
const textsOf = async (language: string): Promise<Words> =>
  (await import(`../../verifier/texts/${language}.ts`)).words as Words;

test.each(LANGUAGES)(
  'a report in %s contains its details and uses the plural forms of the language',
  async (language) => {
    const words = await textsOf(language);
    expect(words.language).toBe(language);
    for (const reason of Object.keys(english.reasons) as (keyof Words['reasons'])[]) {
      const [said, expected] = [words.reasons[reason], english.reasons[reason]];
      if (typeof said === 'string') {
        expect(said.split('{}').length, reason).toBe(String(expected).split('{}').length);
        if (language !== 'en') expect(said, reason).not.toBe(expected);
        continue;
      }
      expect(Object.keys(said).sort(), reason).toEqual(expect.arrayContaining(['other']));
      // Plural forms of whole numbers. The form for millions equals the general one.
      const forms = new Set([0, 1, 2, 3, 11, 100].map((count) => new Intl.PluralRules(language).select(count)));
      if (!said.zero) forms.delete('zero');
      expect(Object.keys(said).sort(), reason).toEqual([...forms].sort());
    }
  },
);

test('a count is formatted for the language', async () => {
  expect(sentence(english, 'consistent', '1')).toContain('of one entry.');
  expect(sentence(english, 'consistent', '12345')).toContain('of 12,345 entries.');
  expect(sentence(await textsOf('de'), 'consistent', '12345')).toContain('12.345 Einträge');
  expect(sentence(await textsOf('ar'), 'consistent', '2')).toContain('قيدان');
});
