import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDigests, readLibrary, readLibraryDesign, sourceOf } from '../../scripts/library.ts';
import { checkAllValues, compileTemplate, detectedVariables, parseDesign } from '../../templates-engine/index.ts';

const library = readLibrary();

test('every design of the library is listed as it is, with a label and a sample for each variable', () => {
  const files = readdirSync('samples/designs').filter((name) => name !== 'library.json');
  expect(library.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
  expect(library.length).toBeGreaterThanOrEqual(20);
  for (const { id, name, description, language, page } of library)
    expect(readLibraryDesign(id), id).toMatchObject({ name, description, language, page });
});

test.each(
  library.flatMap((entry) =>
    entry.schemes.map(({ name }, scheme) => ({ entry, scheme, title: `${entry.id}, ${name}` })),
  ),
)('a design of the library is right with its samples: $title', async ({ entry, scheme }) => {
  const { name, design, values, digest } = sourceOf(entry, scheme);
  const parsed = await parseDesign(design);
  const samples = new Map(values);
  for (const variable of detectedVariables(parsed)) {
    const { label, sample, type } = parsed.variables?.[variable] ?? {};
    expect(label, variable).toBeTruthy();
    if (type === 'picture') continue;
    expect(sample, variable).toBeTruthy();
    samples.set(variable, sample ?? '');
  }
  expect(await checkAllValues(await compileTemplate(parsed), [samples])).toEqual([[]]);
  // Its picture in the dashboard was made of just this: `npm run library` makes those that are out of date.
  expect(readDigests()[name]).toBe(digest);
  expect(existsSync(`dashboard/public/library/${name}.webp`)).toBe(true);
  for (const color of Object.keys(entry.schemes[scheme]?.colors ?? {}))
    expect(JSON.stringify(readLibraryDesign(entry.id)), `${color} is a color of the design`).toContain(color);
});

test.each(readdirSync('samples/ornaments'))('an ornament stands in a design as it is: %s', async (file) => {
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
  expect(await checkAllValues(await compileTemplate(parsed), [values])).toEqual([[]]);
});
