import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFNumber, type PDFPage } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { compileTemplate, DesignError, parseDesign, renderPdf, renderPng } from '../../templates-engine/index.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { faultsOf } from '../standards/check.ts';
import { FULL, textAt } from '../support/certificates.ts';
import {
  ALIKE_PAGES,
  CODED_PAGES,
  inLatin1Font,
  LONG_TEXT,
  ODD_PAGES,
  officePdf,
  REFUSED_PAGES,
  turned,
  withExtras,
} from '../support/letterheads.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-letterheads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('photographs on a letterhead lose the place and the names that a camera wrote', async () => {
  const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a7d5f' } })
    .withExif({ IFD0: { Copyright: 'Secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const source = await PDFDocument.create();
  source.addPage([400, 300]).drawImage(await source.embedJpg(photograph), { x: 50, y: 50, width: 200, height: 150 });
  const letterhead = Buffer.from(await source.save());
  expect(letterhead.includes('Secret')).toBe(true);
  const { pdf, png } = await certificateOn(letterhead);
  expect(pdf.includes('Exif') || pdf.includes('Secret')).toBe(false);
  const { data } = await sharp(png)
    .extract({ left: 200, top: 250, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(Math.abs((data[1] ?? 0) - 0x7d)).toBeLessThan(4);
});

/** Letterheads of other programs, whose fonts PDF/A does not allow as they are. */
const FOREIGN = 'test/standards/letterheads';

const uriOf = (pdf: Uint8Array) => `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`;
const documentOf = (pdf: Uint8Array, more: object = {}) => ({
  name: 'T',
  recipientNameVariable: 'name',
  background: { pdf: uriOf(pdf) },
  elements: [textAt(200, '{{name}}')],
  ...more,
});

const VALUES = new Map([['name', 'Ada Lovelace']]);
async function certificateOn(pdf: Uint8Array) {
  const design = await parseDesign(documentOf(pdf));
  const template = await compileTemplate(design);
  const rendered = await renderPdf(template, VALUES, FULL);
  return { design, pdf: Buffer.from(rendered.pdf), png: await renderPng(template, VALUES) };
}

const issuesOf = (document: unknown) =>
  parseDesign(document).then(
    () => [],
    (error: unknown) => (error instanceof DesignError ? error.issues : Promise.reject(error)),
  );

/** Returns the mean difference between the pixels of two pictures, in levels of 255. */
async function distance(one: Uint8Array, other: Uint8Array): Promise<number> {
  const { data, info } = await sharp(one).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const resized = sharp(other).resize(info.width, info.height, { fit: 'fill' }).removeAlpha().raw();
  const pixels = await resized.toBuffer();
  return pixels.reduce((sum, value, index) => sum + Math.abs(value - (data[index] ?? 0)), 0) / pixels.length;
}

const inLargeUnits = ({ node }: PDFPage) => node.set(PDFName.of('UserUnit'), PDFNumber.of(1.5));

const LETTERHEADS: [name: string, pdf: () => Promise<Buffer>, size: [number, number]][] = [
  ['an office page', () => officePdf(), [595.28, 841.89]],
  ['rotated by 90°', () => turned(90), [841.89, 595.28]],
  ['rotated by 180°', () => turned(180), [595.28, 841.89]],
  ['rotated by 270°', () => turned(270), [841.89, 595.28]],
  ['cropped to a part', () => officePdf((page) => page.setCropBox(20, 30, 500, 700)), [500, 700]],
  ['in units of 1.5 points', () => officePdf(inLargeUnits), [892.92, 1262.835]],
  ['with scripts, fields and attachments', withExtras, [595.28, 841.89]],
  ['in a font whose name is in Latin-1', inLatin1Font, [400, 300]],
  ...Object.entries(ODD_PAGES).map(([name, pdf]): [string, () => Promise<Buffer>, [number, number]] => [
    name,
    async () => pdf,
    [400, 300],
  ]),
];

describeJudgedBy(['qpdf', 'pdftoppm'], 'certificates on a letterhead', () => {
  test.each(LETTERHEADS)(
    '%s: conforms to PDF/A and PDF/UA, keeps its size, and looks the same in both files',
    async (name, make, size) => {
      const { design, pdf, png } = await certificateOn(await make());
      expect([design.page.width, design.page.height]).toEqual(size);
      expect(faultsOf(pdf)).toEqual([]);
      const path = join(folder, `${name.replaceAll(/\W/g, '-')}.pdf`);
      writeFileSync(path, pdf);
      expect(ask('pdftoppm', ['-r', '144', '-png', '-singlefile', path, path])).toEqual({ status: 0, said: '' });
      expect(await distance(png, readFileSync(`${path}.png`))).toBeLessThan(1.5);
      // The stored design is parsed again for each certificate.
      expect(await parseDesign(JSON.parse(JSON.stringify(design)))).toEqual(design);
    },
  );

  test('a letterhead reaches beyond its page by the bleed in the units of the PDF, up to its own edge', async () => {
    const pdf = await officePdf((page) => {
      page.setCropBox(4, 10, 500, 700);
      inLargeUnits(page);
    });
    const design = await parseDesign(documentOf(pdf, { page: { bleed: 9 } }));
    const path = join(folder, 'bleed.pdf');
    writeFileSync(path, (await renderPdf(await compileTemplate(design), VALUES, FULL)).pdf);
    const all = ask('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said;
    expect(all).toMatch(/\/BBox \[\s+0\s+4\s+510\s+716\s+\]/);
  });

  test('the certificate contains the vectors and font of the letterhead, and its text can be extracted', async () => {
    const { pdf } = await certificateOn(await officePdf());
    const path = join(folder, 'text.pdf');
    writeFileSync(path, pdf);
    expect(ask('pdftotext', [path, '-']).said).toMatch(/Academy of Letterheads[\s\S]*Ada Lovelace/);
    expect(ask('pdfimages', ['-list', path]).said.trim().split('\n')).toHaveLength(2);
  });

  test.each(readdirSync(FOREIGN))('a PDF of another program looks the same as the file: %s', async (name) => {
    const { pdf } = await certificateOn(readFileSync(join(FOREIGN, name)));
    const [path, picture] = [join(folder, name), (file: string) => `${file}.png`];
    writeFileSync(path, pdf);
    for (const [file, to] of [
      [path, path],
      [join(FOREIGN, name), `${path}.original`],
    ] as const)
      ask('pdftoppm', ['-r', '72', '-png', '-singlefile', file, to]);
    // The name on the certificate is the only difference.
    expect(await distance(readFileSync(picture(path)), readFileSync(picture(`${path}.original`)))).toBeLessThan(0.8);
  });

  test.each(CODED_PAGES)('codes of any length show their glyphs: %s', async (_, page, like) => {
    const [{ png }, other] = [await certificateOn(await page()), await certificateOn(await like())];
    expect(await distance(png, other.png)).toBeLessThan(0.1);
  });

  test.each(ALIKE_PAGES)('a page with %s looks like one without it', async (_, page, like) => {
    const [{ png }, other] = [await certificateOn(page), await certificateOn(like)];
    expect(await distance(png, other.png)).toBeLessThan(0.1);
  });

  test('scripts, forms, attachments and hidden layers are removed', async () => {
    const { design } = await certificateOn(await withExtras());
    const kept = Buffer.from(design.background?.pdf?.split(',')[1] ?? '', 'base64');
    const path = join(folder, 'kept.pdf');
    writeFileSync(path, kept);
    const all = ask('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said;
    expect(all).not.toMatch(/JavaScript|AcroForm|Annots|EmbeddedFile|FIELD|secret/);
    const hidden = await certificateOn(ODD_PAGES['layers, of which some are off'] ?? Buffer.alloc(0));
    writeFileSync(path, Buffer.from(hidden.design.background?.pdf?.split(',')[1] ?? '', 'base64'));
    const layers = ask('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said;
    expect(layers).toContain('1 0 0 rg');
    expect(layers).not.toMatch(/OCG|OCProperties|\bDo\b/);
  });

  test('glyphs of a Type 3 font are found by its base encoding, and text outside of a text object is shown', async () => {
    const { png } = await certificateOn(ODD_PAGES['a Type 3 font by a base encoding'] ?? Buffer.alloc(0));
    const { data } = await sharp(png)
      .extract({ left: 45, top: 350, width: 40, height: 40 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]).toBeLessThan(50);
    const second = await sharp(png).extract({ left: 149, top: 385, width: 2, height: 2 }).raw().toBuffer();
    expect(second[0]).toBeLessThan(50);
  });

  test('a spot colour is the last result of its program', async () => {
    const page = ODD_PAGES['a spot colour by a program that leaves more on its stack than its outputs'];
    const { png } = await certificateOn(page ?? Buffer.alloc(0));
    const pixel = sharp(png).extract({ left: 140, top: 460, width: 1, height: 1 }).removeAlpha().raw();
    const [red = 0, green = 0, blue = 0] = await pixel.toBuffer();
    expect([red > 200, green < 80, blue < 110]).toEqual([true, true, true]);
  });

  test('files can be linearised, have object streams, or be rewritten by qpdf', async () => {
    const plain = join(folder, 'plain.pdf');
    writeFileSync(plain, await officePdf());
    const { design } = await certificateOn(readFileSync(plain));
    for (const options of [['--linearize'], ['--object-streams=generate'], ['--qdf']]) {
      const path = join(folder, 'other.pdf');
      ask('qpdf', [...options, plain, path]);
      expect((await certificateOn(readFileSync(path))).design.page).toEqual(design.page);
    }
  });

  test.each([['40'], ['128'], ['256']])('a password only to change it does not matter (%s bits)', async (bits) => {
    const [plain, path] = ['plain.pdf', 'encrypted.pdf'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(plain, await officePdf());
    ask('qpdf', ['--allow-weak-crypto', '--encrypt', '', 'owner', bits, '--', plain, path]);
    expect(readFileSync(path).includes('/Encrypt')).toBe(true);
    const { png } = await certificateOn(readFileSync(path));
    expect(await distance(png, (await certificateOn(readFileSync(plain))).png)).toBeLessThan(0.1);
  });

  test.each([['a password to open it', ['--encrypt', 'user', 'owner', '256', '--']]])(
    '%s is rejected',
    async (_, options) => {
      const [plain, path] = ['plain.pdf', 'encrypted.pdf'].map((name) => join(folder, name)) as [string, string];
      writeFileSync(plain, await officePdf());
      ask('qpdf', [...options, plain, path]);
      expect(await issuesOf(documentOf(readFileSync(path)))).toEqual([
        {
          path: 'background.pdf',
          code: 'pdf_protected',
          message: 'Protected PDF. Use one without a password.',
          params: {},
        },
      ]);
    },
  );
});

test.each(Object.entries(REFUSED_PAGES))('%s is rejected with the reason', async (_, [pdf, reason]) => {
  const [issue] = await issuesOf(documentOf(pdf));
  expect(issue).toMatchObject({ path: 'background.pdf', ...reason });
});

test('text with more glyphs than a call has arguments can become outlines', async () => {
  expect(await issuesOf(documentOf(LONG_TEXT))).toEqual([]);
});

test('a page size within 1 point of the PDF is accepted, and any other is rejected with its path', async () => {
  const pdf = await officePdf();
  const near = await parseDesign(documentOf(pdf, { page: { width: 595, height: 842, bleed: 9 } }));
  expect(near.page).toEqual({ width: 595.28, height: 841.89, bleed: 9 });
  expect(await issuesOf(documentOf(pdf, { page: { width: 842, height: 595 } }))).toEqual([
    expect.objectContaining({ path: 'page.width', code: 'page_of_pdf', params: { points: 595.28 } }),
    expect.objectContaining({ path: 'page.height', code: 'page_of_pdf', params: { points: 841.89 } }),
  ]);
});

test('mutated letterheads are either drawn or rejected', async () => {
  let seed = 20261122;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed % below;
  };
  const originals = [await officePdf(), ...Object.values(ODD_PAGES)];
  for (let round = 0; round < 60; round++) {
    const bytes = Buffer.from(originals[round % originals.length] ?? []);
    for (let count = 0; count < 6; count++) bytes[random(bytes.length)] = random(256);
    await issuesOf(documentOf(bytes));
  }
});
