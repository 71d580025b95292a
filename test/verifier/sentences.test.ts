import { expect, test } from 'vitest';
import { type Language, loadMessages } from '../../verifier/compiled-messages/load.ts';
import { sentence } from '../../verifier/sentences.ts';

const said = async (language: Language, count: string) => sentence(await loadMessages(language), 'consistent', count);

test('a count is formatted for the language', async () => {
  expect(await said('en', '1')).toContain('of one entry.');
  expect(await said('en', '12345')).toContain('of 12,345 entries.');
  expect(await said('de', '12345')).toContain('12.345 Einträge');
  expect(await said('ar', '2')).toContain('قيدان');
});

test('a reason contains its detail unchanged, or a dash without one', async () => {
  const english = await loadMessages('en');
  expect(sentence(english, 'unreachable', 'https://a.example/$&')).toBe(
    'https://a.example/$& did not give a usable answer.',
  );
  expect(sentence(english, 'unreachable', null)).toBe('– did not give a usable answer.');
});
