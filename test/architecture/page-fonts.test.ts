import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageFonts } from '../../scripts/page-fonts.ts';

const FOLDER = 'server/http/verify-page/fonts';

test('the fonts of the public pages are those that `npm run page-fonts` makes of the installed families', async () => {
  const made = await pageFonts();
  expect(readdirSync(FOLDER).sort()).toEqual([...made.keys()].sort());
  for (const [name, font] of made) expect([name, readFileSync(`${FOLDER}/${name}`).equals(font)]).toEqual([name, true]);
});
