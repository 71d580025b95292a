import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { ENDLESS_PAGE, officePdf, REFUSED_PAGES } from '../support/letterheads.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let owner: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({
    credits: 100,
    scopes: ['templates:read', 'templates:write', 'certificates:write', 'certificates:read'],
  });
  owner = nativeClient(laurel, await sessionOf(laurel, tenant, 'owner@example.org', 'owner'));
});

const uriOf = (pdf: Uint8Array) => `data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}`;
const documentOf = (pdf: string) => ({
  name: 'On a letterhead',
  recipientNameVariable: 'name',
  background: { pdf },
  elements: [
    { type: 'text', x: 50, y: 300, width: 400, height: 60, text: '{{name}}', font: 'Inter', size: 20 },
    { type: 'qr', x: 400, y: 600, width: 90, height: 90, background: '#ffffff' },
  ],
});
const publish = (body: unknown) => laurel.call('/templates', { key: tenant.key, body });

test('issues certificates on a PDF, in its size, after any way of publishing a design', async () => {
  const { status, body: template } = await publish(documentOf(uriOf(await officePdf())));
  expect([status, template.detectedVariables]).toEqual([201, ['name']]);
  const certificate = await laurel.issue({ ...tenant, templateId: template.id }, { name: 'Ada Lovelace' });
  expect(certificate.renderStatus).toBe('COMPLETED');
  const [pdf, png] = await Promise.all(
    [certificate.pdfUrl, certificate.imageUrl].map(async (url) =>
      (await fetch(new URL(new URL(url).pathname, laurel.url))).bytes(),
    ),
  );
  expect((await PDFDocument.load(pdf ?? '')).getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 });
  const picture = sharp(png);
  expect(await picture.metadata()).toMatchObject({ width: 1191, height: 1684 });
  // The bar at the top of the letterhead.
  const { data } = await picture
    .extract({ left: 1000, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([26, 77, 128].map((value) => expect.closeTo(value, -0.7)));
});

test('the designer receives the page, its size, or the reason why it cannot be used', async () => {
  const read = await owner.designs.letterhead.mutate({ pdf: uriOf(await officePdf()) });
  expect(read).toMatchObject({ width: 595.28, height: 841.89 });
  const { id } = await owner.designs.create.mutate({
    design: { ...documentOf(read.pdf), page: { width: read.width, height: read.height } },
  });
  const { image } = await owner.designs.picture.query({ id });
  expect(image).toMatch(/^data:image\/png/);
  const refused = owner.designs.letterhead.mutate({ pdf: uriOf(Buffer.from('hello')) });
  await expect(refused).rejects.toMatchObject({
    data: { code: 'VALIDATION_ERROR', details: [{ path: 'background.pdf', code: 'not_a_pdf' }] },
  });
});

test.each(['a bomb in a bomb', 'forms that draw the next ten times', 'a form that draws itself'])(
  'rejects %s with its path, without affecting the next design',
  async (name) => {
    const [pdf, reason] = REFUSED_PAGES[name] ?? [Buffer.alloc(0), {}];
    const { status, body } = await publish(documentOf(uriOf(pdf)));
    expect([status, body.details]).toEqual([400, [expect.objectContaining({ path: 'background.pdf', ...reason })]]);
    expect((await publish(documentOf(uriOf(await officePdf())))).status).toBe(201);
  },
);

test('a page that never finishes drawing ends only its own process and is rejected', async () => {
  const { status, body } = await publish(documentOf(uriOf(ENDLESS_PAGE)));
  expect([status, body.details]).toEqual([
    400,
    [
      expect.objectContaining({
        path: 'background.pdf',
        code: expect.stringMatching(/^takes_too_long$|^takes_too_much_memory$/),
      }),
    ],
  ]);
  expect((await publish(documentOf(uriOf(await officePdf())))).status).toBe(201);
});

test('rejects a PDF over 10 MB', async () => {
  const pdf = `${uriOf(await officePdf())}${'A'.repeat(14_200_000)}`;
  const { status, body } = await publish(documentOf(pdf));
  expect([status, body.details[0].path]).toEqual([400, 'background.pdf']);
  expect(body.details[0]).toMatchObject({ code: 'file_too_large', params: { most: 10_485_760 } });
});
