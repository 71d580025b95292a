import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readLibrary, sourceOf } from '../../scripts/library.ts';
import { compileTemplate, markedAsTest, parseDesign, renderPdf } from '../../templates-engine/index.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { designOf, FULL, readSample, SAMPLES, textAt } from '../support/certificates.ts';
import { CODED_PAGES, inLatin1Font, ODD_PAGES, officePdf } from '../support/letterheads.ts';
import { SCRIPTS } from '../support/scripts.ts';
import { createSigner } from '../support/signed-certificates.ts';
import { judge, VERA_PDF } from './vera-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-vera-pdf-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LETTERHEADS = 'test/standards/letterheads';

const signer = createSigner();

/** Writes a signed certificate with an attachment. Returns its path. */
async function writeCertificate(name: string, design: unknown, values: Record<string, string> = {}): Promise<string> {
  const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.pdf`);
  writeFileSync(path, await signer.sign(design, { values }));
  return path;
}

const onLetterhead = (pdf: Uint8Array) => ({
  name: 'T',
  recipientNameVariable: 'name',
  background: { pdf: `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}` },
  elements: [textAt(200, '{{name}}')],
});

/** Expects that veraPDF finds no fault in these files. It is started once, because that takes 2 s. */
function expectConforming(paths: readonly string[]): void {
  const verdicts = judge(paths);
  expect(Object.fromEntries([...verdicts].filter(([, faults]) => faults.length > 0))).toEqual({});
  expect(verdicts.size).toBe(paths.length);
}

describeJudgedBy(VERA_PDF, 'veraPDF finds PDF/A-3b and PDF/UA-1', () => {
  test('in every design of the library and every sample', async () => {
    const paths: string[] = [];
    for (const entry of readLibrary()) {
      const { name, design, values } = sourceOf(entry, 0);
      paths.push(await writeCertificate(name, design, Object.fromEntries(values)));
    }
    for (const path of SAMPLES.filter((path) => existsSync(path)))
      paths.push(await writeCertificate(path, await readSample(path)));
    expectConforming(paths);
  });

  test('in names in every script', async () => {
    const paths: string[] = [];
    for (const [script, name] of SCRIPTS)
      paths.push(await writeCertificate(`script ${script}`, designOf([textAt(20, name)]), { name }));
    expectConforming(paths);
  });

  test('in marked tests, in every language with a word of its own', async () => {
    const template = await compileTemplate(await parseDesign(await readSample('samples/classic-diploma.json')));
    const values = new Map([['name', 'Ada Lovelace']]);
    const { signature: _, ...info } = FULL;
    const languages = 'ar bg bn el en es fa he hi hu id ja ko pt ru sr th uk ur vi zh'.split(' ');
    const paths = languages.map((language) => join(folder, `marked-${language}.pdf`));
    for (const [index, path] of paths.entries()) {
      const marked = markedAsTest(template, values, languages[index] ?? null);
      writeFileSync(path, (await renderPdf(marked, values, info)).pdf);
    }
    expectConforming(paths);
  });

  test('in certificates on any letterhead', async () => {
    const files = readdirSync(LETTERHEADS).map((name): [string, Buffer] => [
      name,
      readFileSync(`${LETTERHEADS}/${name}`),
    ]);
    const made = [['an office page', officePdf] as const, ['a name in Latin-1', inLatin1Font] as const, ...CODED_PAGES];
    const pages = await Promise.all(made.map(async ([name, make]) => [name, await make()] as const));
    const letterheads = [...files, ...Object.entries(ODD_PAGES), ...pages];
    const paths: string[] = [];
    for (const [name, pdf] of letterheads) paths.push(await writeCertificate(`on ${name}`, onLetterhead(pdf)));
    expectConforming(paths);
  });
});
