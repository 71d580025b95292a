import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { officePdf } from '../support/letterheads.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-print-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 500, design: 'classic-diploma' });
});

const NAMES = Array.from({ length: 30 }, (_, index) => `Person ${String(index).padStart(2, '0')}`);

async function batchOf(names: readonly string[], templateId = tenant.templateId, more: object = VARIABLES) {
  const recipients = names.map((name) => ({ variables: { ...more, name } }));
  const { body } = await laurel.call('/batches', { key: tenant.key, body: { templateId, recipients } });
  await laurel.completed(tenant.key, body.batchId);
  return body.batchId as string;
}

const print = (id: string, key = tenant.key, options: RequestInit = {}) =>
  fetch(`${laurel.url}/exports/batches/${id}.pdf`, { headers: { Authorization: `Bearer ${key}` }, ...options });

async function printed(id: string): Promise<{ pdf: Buffer; path: string; headers: Headers }> {
  const response = await print(id);
  expect(response.status).toBe(200);
  const pdf = Buffer.from(await response.arrayBuffer());
  const path = join(folder, `${id}.pdf`);
  writeFileSync(path, pdf);
  return { pdf, path, headers: response.headers };
}

describeJudgedBy(['qpdf', 'pdftotext', 'gs'], 'the print PDF of a batch', () => {
  test('has the certificates in the order of the recipients, shared objects once, and nothing but pages', async () => {
    const id = await batchOf(NAMES);
    const { pdf, path, headers } = await printed(id);
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Disposition')).toContain(`batch-${id}.pdf`);
    expect(headers.get('X-Page-Count')).toBe('30');
    expect(ask('qpdf', ['--check', path])).toMatchObject({ status: 0, said: expect.not.stringContaining('WARNING') });
    expect(ask('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=nullpage', path])).toEqual({ status: 0, said: '' });
    const pages = ask('pdftotext', [path, '-']).said.split('\f').slice(0, -1);
    expect(pages.map((text) => /Person \d\d/.exec(text)?.[0])).toEqual(NAMES);
    const { certificates } = (await laurel.call(`/batches/${id}/certificates?limit=1`, { key: tenant.key })).body;
    const one = await fetch(new URL(new URL(certificates[0].pdfUrl).pathname, laurel.url)).then((file) => file.bytes());
    expect(pdf.length).toBeLessThan((one.length * 30) / 4);
    const all = ask('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said;
    expect(all).not.toMatch(/\/(PrintScaling|Annots|AcroForm|EmbeddedFiles|StructTreeRoot|Sig)\b/);
  });

  test('shows the bleed of the design, also on a letterhead, with trim boxes', async () => {
    const background = { pdf: `data:application/pdf;base64,${(await officePdf()).toString('base64')}` };
    const text = { type: 'text', x: 50, y: 300, width: 400, height: 60, text: '{{name}}', font: 'Inter', size: 20 };
    const document = {
      name: 'Bleeding',
      recipientNameVariable: 'name',
      page: { bleed: 9 },
      background,
      elements: [text],
    };
    const { id: templateId } = await importTemplate(laurel.context(tenant), document);
    const { pdf, path } = await printed(await batchOf(['Ada', 'Grace'], templateId, {}));
    const pages = (await PDFDocument.load(pdf)).getPages();
    for (const page of pages) {
      expect(page.getMediaBox()).toEqual({ x: 0, y: 0, width: 613.28, height: 859.89 });
      expect(page.getBleedBox()).toEqual(page.getMediaBox());
      expect(page.getTrimBox()).toEqual({ x: 9, y: 9, width: 595.28, height: 841.89 });
    }
    expect(ask('qpdf', ['--qdf', '--object-streams=disable', path, '-']).said).toMatch(/\/PrintScaling \/None/);
    expect(ask('pdftotext', [path, '-']).said).toMatch(/Ada[\s\S]*Grace/);
    ask('pdftoppm', ['-r', '72', '-f', '1', '-l', '1', '-singlefile', path, path]);
    const picture = await readFile(`${path}.ppm`);
    // The bar at the letterhead's top reaches the edge of the sheet, without white in the bleed.
    const pixels = picture.subarray(picture.length - 613 * 860 * 3);
    expect([...pixels.subarray(300 * 3, 300 * 3 + 3)]).toEqual(
      [26, 77, 128].map((value) => expect.closeTo(value, -0.7)),
    );
    // The certificate itself has no bleed.
    const certificate = await laurel.call(`/certificates?templateId=${templateId}`, { key: tenant.key });
    const [first] = certificate.body.certificates;
    const own = await fetch(new URL(new URL(first.pdfUrl).pathname, laurel.url)).then((file) => file.bytes());
    expect((await PDFDocument.load(own)).getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
  });
});

test('each certificate has its own page in the order of the recipients, with the bleed of its version', async () => {
  const text = { type: 'text', x: 10, y: 10, width: 200, height: 40, text: '{{name}}', font: 'Inter', size: 12 };
  const designOf = (page: object) => ({ name: 'Cut', recipientNameVariable: 'name', page, elements: [text] });
  const { id: templateId } = await importTemplate(
    laurel.context(tenant),
    designOf({ width: 300, height: 200, bleed: 9 }),
  );
  const id = await batchOf(['Ada', 'Ada', 'Grace', 'Mary', 'Grace'], templateId, {});
  const design = designOf({ width: 300, height: 200 }) as unknown as DesignDocument;
  await publishTemplate(laurel.context(tenant), { id: templateId, design });
  const { certificates } = (await laurel.call(`/batches/${id}/certificates`, { key: tenant.key })).body;
  const body = { templateVersion: 'current', reason: 'The new design' };
  for (const corrected of certificates) {
    if (corrected.recipientName !== 'Grace') continue;
    expect((await laurel.call(`/certificates/${corrected.id}/correct`, { key: tenant.key, body })).status).toBe(201);
    await laurel.rendered(tenant.key, corrected.id);
  }
  const document = await PDFDocument.load(await (await print(id)).arrayBuffer());
  const pages = document.getPages();
  expect(pages.map((page) => page.getMediaBox().width)).toEqual([318, 318, 300, 318, 300]);
  expect(new Set(pages.map(({ ref }) => ref)).size).toBe(5);
  expect(document.catalog.toString()).toMatch(/\/PrintScaling \/None[\s\S]*\/OutputIntents/);
});

test("responds with the same 404 to another tenant's batch, an unknown one and an invalid id", async () => {
  const other = await laurel.tenant();
  const id = await batchOf(['Ada']);
  const answers = await Promise.all(
    [id, '00000000-0000-7000-8000-000000000000', 'x'].map(async (one) => {
      const response = await print(one, other.key);
      return [response.status, await response.text()];
    }),
  );
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(404);
});

test('rejects calls without the scope or without authentication', async () => {
  const id = await batchOf(['Ada']);
  const { key } = await createApiKey(laurel.context(tenant), { name: 'other', scopes: ['credits:read'] });
  expect((await print(id, key)).status).toBe(403);
  expect((await fetch(`${laurel.url}/exports/batches/${id}.pdf`)).status).toBe(401);
});

test('an organisation has two downloads in progress, whatever others have', async () => {
  const id = await batchOf(NAMES);
  const other = await laurel.tenant();
  const recipients = [{ variables: VARIABLES }];
  const { body } = await laurel.call('/batches', {
    key: other.key,
    body: { templateId: other.templateId, recipients },
  });
  await laurel.completed(other.key, body.batchId);
  const calls = [print(id), print(id), print(id), print(id), print(body.batchId, other.key)];
  const [theirs, ...own] = (await Promise.all(calls)).map(({ status }) => status).reverse();
  expect(own.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
  expect(own).toContain(429);
  expect(theirs).toBe(200);
});

test('abandoned downloads release their slots', async () => {
  const id = await batchOf(NAMES);
  for (let round = 0; round < 6; round++) {
    const control = new AbortController();
    const response = await print(id, tenant.key, { signal: control.signal });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    if (round % 2 === 0) await reader?.read();
    control.abort();
    await reader?.closed.catch(() => undefined);
    // The previous download can still be ending.
    await expect.poll(async () => (await print(id, tenant.key, { method: 'HEAD' })).status).toBe(200);
  }
  const { pdf } = await printed(id);
  expect((await PDFDocument.load(pdf)).getPageCount()).toBe(30);
});
