import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATEGORY_NAMES, DESIGN_TEXTS, SCHEME_NAMES } from '../../dashboard/templates/library/texts.ts';
import { readDigests, readLibrary, readLibraryDesign, sourceOf } from '../../scripts/library.ts';
import {
  checkAllValues,
  compileTemplate,
  detectedVariables,
  parseDesign,
  parseWithWarnings,
} from '../../templates-engine/index.ts';

const library = readLibrary();

test('the list of the library matches its designs', () => {
  const files = readdirSync('samples/designs').filter((name) => name !== 'library.json');
  expect(library.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
  expect(library.length).toBeGreaterThanOrEqual(20);
  for (const { id, language, page } of library) {
    expect(readLibraryDesign(id), id).toMatchObject({ language, page });
    // Certificates would state a description of the page as that of their achievement.
    expect(readLibraryDesign(id), id).not.toHaveProperty('description');
  }
});

test('every design, colour scheme and category of the library has texts for users, and no others have', () => {
  const distinct = (names: readonly string[]) => [...new Set(names)].sort();
  expect(Object.keys(DESIGN_TEXTS).sort()).toEqual(library.map(({ id }) => id).sort());
  expect(Object.keys(SCHEME_NAMES).sort()).toEqual(
    distinct(library.flatMap(({ schemes }) => schemes.map(({ name }) => name))),
  );
  expect(Object.keys(CATEGORY_NAMES).sort()).toEqual(distinct(library.map(({ category }) => category)));
});

test.each(
  library.flatMap((entry) =>
    entry.schemes.map(({ name }, scheme) => ({ entry, scheme, title: `${entry.id}, ${name}` })),
  ),
)('a design of the library is valid, with labels and fitting samples: $title', async ({ entry, scheme }) => {
  const { name, design, values, digest } = sourceOf(entry, scheme);
  const long = new Map([['verificationUrl', `https://certificates.academy.example/verify/${'0'.repeat(64)}`]]);
  const { design: parsed, warnings } = await parseWithWarnings(design, { values: long });
  expect(warnings).toEqual([]);
  const samples = new Map(values);
  for (const variable of detectedVariables(parsed)) {
    const { label, sample, type } = parsed.variables?.[variable] ?? {};
    expect(label, variable).toBeTruthy();
    if (type === 'picture') continue;
    expect(sample, variable).toBeTruthy();
    samples.set(variable, sample ?? '');
  }
  expect(await checkAllValues(await compileTemplate(parsed), [samples])).toEqual([{ problems: [], warnings: [] }]);
  // The picture in the dashboard was rendered from this digest. `npm run library` updates outdated ones.
  expect(readDigests()[name]).toBe(digest);
  expect(existsSync(`dashboard/public/library/${name}.webp`)).toBe(true);
  for (const color of Object.keys(entry.schemes[scheme]?.colors ?? {}))
    expect(JSON.stringify(readLibraryDesign(entry.id)), `${color} is a colour of the design`).toContain(color);
});

test.each(readdirSync('samples/ornaments'))('an ornament can be used in a design without changes: %s', async (file) => {
  const { width, height, elements } = JSON.parse(readFileSync(`samples/ornaments/${file}`, 'utf8'));
  const name = {
    type: 'text',
    x: 0,
    y: height,
    width,
    height: 72,
    text: '{{name}}',
    font: 'Inter',
    size: 8,
    minSize: 2,
  };
  const design = {
    name: file,
    recipientNameVariable: 'name',
    page: { width: Math.max(72, width), height: height + 72 },
    elements: [...elements, name],
  };
  const parsed = await parseDesign(design);
  const values = new Map(detectedVariables(parsed).map((variable) => [variable, 'Ada Lovelace']));
  expect(await checkAllValues(await compileTemplate(parsed), [values])).toEqual([{ problems: [], warnings: [] }]);
});
