import jsQrModule from 'jsqr';
import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { decodeShortCode, encodeShortCode } from '../../domain/addresses/encode-short-code.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';

// The package is CommonJS. Its types describe a module, but the import is the function.
const jsQr = jsQrModule as unknown as typeof jsQrModule.default;
const box = { x: 10, width: 280, height: 40 };
const DESIGN = {
  name: 'Small code',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}', font: 'Inter', size: 16 },
    { type: 'text', ...box, y: 60, text: '{{shortVerificationUrl}}', font: 'Inter', size: 9 },
    { type: 'qr', x: 10, y: 110, width: 70, height: 70, value: '{{shortVerificationUrl}}', background: '#ffffff' },
  ],
};

let laurel: Laurel;
let tenant: Tenant;
let certificate: Awaited<ReturnType<Laurel['issue']>>;
let short: string;

beforeAll(async () => {
  laurel = await Laurel.start({ RATE_LIMIT_VERIFY: '40' });
  tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), DESIGN);
  certificate = await laurel.issue({ ...tenant, templateId }, { name: 'Ada' });
  const file = await fetch(certificate.imageUrl);
  const image = sharp(Buffer.from(await file.arrayBuffer())).ensureAlpha();
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  short = jsQr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '';
});

const open = (path: string, init: RequestInit = {}) =>
  fetch(new URL(path, laurel.url), { redirect: 'manual', ...init });

test('the address in the code leads to the page, which counts one view', async () => {
  const origin = new URL(certificate.verificationUrl).origin;
  expect(short).toMatch(/\/s\/[1-9A-HJ-NP-Za-km-z]{22}$/);
  expect(new URL(short).origin).toBe(origin);
  const answer = await open(new URL(short).pathname);
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, certificate.verificationUrl]);
  const page = await open(new URL(short).pathname, { redirect: 'follow' });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('This certificate is valid.')]);
});

test('the address is a text of the PDF, with a link to itself', async () => {
  const pdf = new Uint8Array(await (await fetch(certificate.pdfUrl)).arrayBuffer());
  const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
  expect(page.toStructuredText('').asText()).toContain(short);
  expect(page.getLinks().map((link) => link.getURI())).toContain(short);
});

test('the search of the verification page accepts the address and its code', async () => {
  const path = new URL(short).pathname;
  for (const typed of [short, path.slice(3), ` ${path.slice(3)} `]) {
    const answer = await open(`/verify?q=${encodeURIComponent(typed)}`);
    expect([typed, answer.status, answer.headers.get('Location')]).toEqual([typed, 303, path]);
  }
  const inGerman = await open(`/verify?lang=de&q=${encodeURIComponent(short)}`);
  const location = inGerman.headers.get('Location') ?? '';
  expect(location).toBe(`${path}?lang=de`);
  expect((await open(location)).headers.get('Location')).toMatch(/\/verify\/[0-9a-f]{64}\?lang=de$/);
});

test.each([
  ['a code of no certificate', '2'.repeat(22)],
  ['a code above 128 bits', 'z'.repeat(22)],
  ['a character outside of the alphabet', `0${'1'.repeat(21)}`],
  ['a code that is too short', '1'.repeat(21)],
  ['a code in another alphabet', '１'.repeat(22)],
  ['bytes that are no text', '%ff'],
])('%s is not found', async (_what, code) => {
  const answer = await open(`/s/${code}`);
  expect(answer.status).toBe(404);
});

test('a code is a number of 22 digits, with zeros first', () => {
  const hex = (start: string) => start.padEnd(64, 'a');
  for (const start of ['0'.repeat(32), 'f'.repeat(32), `${'0'.repeat(31)}1`, '0123456789abcdef0123456789abcdef']) {
    const code = encodeShortCode(hex(start));
    expect(code).toHaveLength(22);
    expect(decodeShortCode(code)?.toString('hex')).toBe(start);
  }
  expect(encodeShortCode(hex('0'.repeat(32)))).toBe('1'.repeat(22));
  expect(encodeShortCode(hex('f'.repeat(32)))).toBe('YcVfxkQb6JRzqk5kF2tNLv');
});

test('unknown codes are limited like hashes, and HEAD is answered', async () => {
  expect((await open(new URL(short).pathname, { method: 'HEAD' })).status).toBe(302);
  const statuses = new Set<number>();
  for (let round = 0; round < 60; round++) statuses.add((await open(`/s/${'3'.repeat(22)}`)).status);
  expect([...statuses].sort()).toEqual([404, 429]);
});
