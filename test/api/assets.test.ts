import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../client/index.ts';
import { TemplateVersion } from '../../database/entities/template.ts';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { reconcile } from '../../domain/reconcile/reconcile.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import type { DesignDocument } from '../../templates-engine/index.ts';
import { operate } from '../support/command.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { PORTRAIT_CENTRE, photograph, portraitDesign, portraitTemplate, uploadPicture } from '../support/portraits.ts';

let laurel: Laurel;
let tenant: Tenant;
let templateId: string;
beforeAll(async () => {
  // Separate installation, because a public template appears in the lists of all organisations.
  laurel = await Laurel.start();
  tenant = await laurel.tenant();
  templateId = await portraitTemplate(laurel, tenant);
});

const upload = (content: Uint8Array | string, field?: string) => uploadPicture(laurel, tenant.key, content, field);
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const issue = (variables: Record<string, string>, more = {}) =>
  laurel.call('/certificates', { key: tenant.key, body: { templateId, variables, ...more } });
const db = () => database(laurel.installation.services.em());
const rowsOf = (asset: string) =>
  db()
    .selectFrom('assets')
    .select(['width', 'height', 'usedAt', 'fileName'])
    .where('digest', '=', Buffer.from(asset.slice(6), 'hex'))
    .execute();
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

test('names a picture by its digest, and stores repeated and concurrent uploads once', async () => {
  const content = await photograph('#246');
  const expected = { asset: `asset:${sha256(content)}` };
  const answers = await Promise.all([upload(content), upload(content), upload(content)]);
  for (const { status, body } of [...answers, await upload(content)]) expect([status, body]).toEqual([201, expected]);
  expect(await rowsOf(expected.asset)).toMatchObject([{ width: 300, height: 400, usedAt: null }]);
});

test('shows a picture upright in both files, without metadata, under the digest in the certificate', async () => {
  // Stored on its side: red on the left becomes red at the top.
  const half = { create: { width: 200, height: 300, channels: 3 as const, background: '#d01020' } };
  const content = await sharp({ create: { ...half.create, width: 400, background: '#1040c0' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .jpeg({ quality: 95 })
    .withExif({ IFD0: { Copyright: 'Geheim' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect(content.includes('Exif')).toBe(true);
  const { asset } = (await upload(content)).body;
  expect(await rowsOf(asset)).toMatchObject([{ width: 300, height: 400 }]);
  const { body } = await issue({ name: 'Ada', portrait: asset });
  const certificate = await laurel.rendered(tenant.key, body.id);
  expect(certificate).toMatchObject({ renderStatus: 'COMPLETED', variables: { name: 'Ada', portrait: asset } });
  const [pdf, png] = [await bytesOf(certificate.pdfUrl), await bytesOf(certificate.imageUrl)];
  const { left, top } = PORTRAIT_CENTRE;
  const at = async (y: number) =>
    [...(await sharp(png).extract({ left, top: y, width: 1, height: 1 }).removeAlpha().raw().toBuffer())].map((value) =>
      Math.round(value / 64),
    );
  expect(await at(top - 80)).toEqual([3, 0, 1]);
  expect(await at(top + 80)).toEqual([0, 1, 3]);
  const images = jpegsOf(pdf);
  expect(images).toHaveLength(1);
  expect(await sharp(images[0]).metadata()).toMatchObject({ width: 300, height: 400, space: 'srgb' });
  for (const word of ['Exif', 'Geheim', 'GPS'])
    expect([word, pdf.includes(word), png.includes(word)]).toEqual([word, false, false]);
  expect((await rowsOf(asset))[0]?.usedAt).toBeInstanceOf(Date);
});

/** Returns whole JPEGs from a PDF, as they were stored. */
const jpegsOf = (pdf: Buffer): Buffer[] =>
  [...pdf.toString('latin1').matchAll(/\/DCTDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, data = '']) => Buffer.from(data, 'latin1'),
  );

test("uses a public template's default picture for an omitted one, and fills in its alternative text", async () => {
  const content = await photograph('#2a2');
  const { asset } = (await upload(content)).body;
  const design = portraitDesign({ alt: 'Portrait of {{name}}' });
  const variables = { portrait: { type: 'picture', default: asset } };
  const { id } = await importTemplate(laurel.context(tenant), { ...design, variables });
  const { organisationId } = tenant;
  const arguments_ = ['--organisation', organisationId, '--template', id, '--type', 'PUBLIC'];
  expect((await operate(laurel, 'template', 'set-type', ...arguments_)).code).toBe(0);
  // Its next version stays public.
  const next = { ...design, variables } as unknown as DesignDocument;
  const made = await publishTemplate(laurel.context(tenant), { id, design: next });
  expect(made).toMatchObject({ version: 2, type: 'PUBLIC' });
  const other = await laurel.tenant();
  const issued = (portrait?: string) =>
    laurel.call('/certificates', {
      key: other.key,
      body: { templateId: id, variables: { name: 'Zoë Ångström', ...(portrait !== undefined && { portrait }) } },
    });
  const left = await issued();
  expect(left.status).toBe(201);
  const certificate = await laurel.rendered(other.key, left.body.id);
  expect(certificate.variables).toEqual({ name: 'Zoë Ångström', portrait: asset });
  const pdf = await bytesOf(certificate.pdfUrl);
  expect(jpegsOf(pdf)).toHaveLength(1);
  const alternative = Buffer.from('\uFEFFPortrait of Zoë Ångström', 'utf16le').swap16();
  expect(pdf.toString('latin1')).toContain(`/Alt <${alternative.toString('hex').toUpperCase()}>`);
  // Their other pictures are not accessible.
  const { asset: unlent } = (await upload(await photograph('#2b2'))).body;
  expect((await issued(unlent)).status).toBe(400);
});

test('reconcile reports a picture whose file is missing', async () => {
  const { asset } = (await upload(await photograph('#913'))).body;
  const { services } = laurel.installation;
  const found = async () =>
    (await reconcile(services)).violations.filter(({ message }) => message.includes(asset.slice(6)));
  expect(await found()).toEqual([]);
  const [{ fileName = '' } = {}] = await rowsOf(asset);
  const { organisationId } = tenant;
  await services.storage.remove({ organisationId, id: organisationId, name: fileName });
  expect(await found()).toMatchObject([{ invariant: 'files', organisationId }]);
});

test('an empty picture value shows nothing and costs nothing extra', async () => {
  const { status, body } = await issue({ name: 'Ada', portrait: '' });
  expect(status).toBe(201);
  const { renderStatus, pdfUrl } = await laurel.rendered(tenant.key, body.id);
  expect(renderStatus).toBe('COMPLETED');
  expect((await bytesOf(pdfUrl)).includes('/Figure')).toBe(false);
});

test('markup shows a named picture as a figure in its styled place, and nothing for an empty value', async () => {
  const root = {
    type: 'div',
    style: { display: 'flex', alignItems: 'flex-start', gap: 10 },
    children: [
      { type: 'img', src: '{{portrait}}', alt: 'The recipient', style: { width: 60, height: 80, objectFit: 'cover' } },
      { type: 'p', children: ['{{name}}'] },
    ],
  };
  const markup = { type: 'markup', x: 40, y: 40, width: 320, height: 160, root };
  const design = { ...portraitDesign(), elements: [markup], variables: { portrait: { type: 'picture' } } };
  const { id } = await importTemplate(laurel.context(tenant), design);
  const { asset } = (await upload(await photograph('#d01020', 1500, 2000))).body;
  const made = async (portrait: string) => {
    const { status, body } = await laurel.call('/certificates', {
      key: tenant.key,
      body: { templateId: id, variables: { name: 'Ada', portrait } },
    });
    if (status !== 201) return body;
    const { pdfUrl, imageUrl } = await laurel.rendered(tenant.key, body.id);
    const [pdf, png] = [await bytesOf(pdfUrl), await bytesOf(imageUrl)];
    const corners = [
      [82, 82],
      [198, 238],
      [202, 82],
      [82, 242],
    ] as const;
    const pixels = await Promise.all(
      corners.map(async ([left, top]) =>
        [...(await sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())].map(
          (value) => Math.round(value / 64),
        ),
      ),
    );
    return { pixels, jpegs: jpegsOf(pdf).length, figures: pdf.toString('latin1').split('/S /Figure').length - 1 };
  };
  const [red, white] = [
    [3, 0, 1],
    [4, 4, 4],
  ];
  expect(await made(asset)).toEqual({ pixels: [red, red, white, white], jpegs: 1, figures: 1 });
  expect(await made('')).toMatchObject({ pixels: [white, white, white, white], jpegs: 0, figures: 0 });
  expect(await made(`asset:${'0'.repeat(64)}`)).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
    details: [{ path: 'variables.portrait' }],
  });
  const wrong = importTemplate(laurel.context(tenant), { ...design, variables: { portrait: { type: 'text' } } });
  await expect(wrong).rejects.toMatchObject({ extras: { details: [{ path: 'variables.portrait.type' }] } });
});

test('a picture variable accepts no other use, and the error names the path', async () => {
  const shown = portraitDesign({ showIf: { variable: 'portrait', is: '' } }).elements;
  const box = { x: 180, y: 100, width: 80, height: 80 };
  const text = { type: 'text', ...box, font: 'Inter', size: 10 };
  const children = [
    { type: 'p', each: { variable: 'portrait', as: 'row' }, children: ['{{row}}'] },
    { type: 'p', children: ['{{ portrait }}', { type: 'a', href: '{{portrait}}', children: ['it'] }] },
    { type: 'p', if: { variable: 'portrait', isNot: 'none' }, children: ['there'] },
    { type: 'p', if: { variable: 'portrait', isNotEmpty: true }, children: ['there'] },
    { type: 'p', each: { variable: 'name', as: 'portrait' }, children: ['{{portrait}}'] },
  ];
  const elements = [
    ...shown,
    { ...text, text: 'See {{portrait}}' },
    { ...text, text: ['of ', '{{portrait}}', { text: '{{portrait}}', link: 'https://example.org/{{portrait}}' }] },
    { type: 'qr', ...box, value: '{{portrait}}' },
    { type: 'image', ...box, src: '{{portrait}}', alt: '{{name}}: {{portrait}}' },
    { type: 'markup', ...box, root: { type: 'div', children } },
    { ...text, text: 'None', showIf: { variable: 'portrait', oneOf: ['a'] } },
    { ...text, text: 'None', showIf: { variable: 'portrait', isEmpty: true } },
  ];
  const refused = await importTemplate(laurel.context(tenant), { ...portraitDesign(), elements }).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR' });
  const { details } = (refused as { extras: { details: { path: string; message: string }[] } }).extras;
  expect(details.map(({ path }) => path)).toEqual([
    'elements[0].showIf.is',
    'elements[2].text',
    'elements[3].text[1]',
    'elements[3].text[2].text',
    'elements[3].text[2].link',
    'elements[4].value',
    'elements[5].alt',
    'elements[6].root.children[0].each.variable',
    'elements[6].root.children[1].children[0]',
    'elements[6].root.children[1].children[1].href',
    'elements[6].root.children[2].if.isNot',
    'elements[7].showIf.oneOf',
  ]);
  expect(details.filter(({ message }) => !message.includes('portrait'))).toEqual([]);
  const once = elements.filter((_, index) => index === 1 || index === 8);
  const image = { type: 'image', ...box, src: '{{portrait}}', showIf: { variable: 'portrait', isNotEmpty: true } };
  await importTemplate(laurel.context(tenant), { ...portraitDesign(), elements: [...once, image] });
});

test('rejects a value that is not a picture of the organisation, by its variable, before spending a credit', async () => {
  const other = await laurel.tenant();
  const theirs = (await uploadPicture(laurel, other.key, await photograph('#ace'))).body.asset;
  const own = (await upload(await photograph('#bad'))).body.asset;
  const wrong = [
    theirs,
    own.toUpperCase(),
    `asset:${own.slice(6).toUpperCase()}`,
    `${own} `,
    ` ${own}`,
    `asset:${'0'.repeat(64)}`,
    'asset:',
    `asset:${'a'.repeat(1900)}`,
    'https://example.org/ada.jpg',
    'data:image/png;base64,iVBORw0KGgo=',
    'portrait',
    ' ',
  ];
  const before = (await laurel.call('/credits', { key: tenant.key })).body;
  for (const portrait of wrong) {
    for (const dryRun of [false, true]) {
      const { status, body } = await issue({ name: 'Ada', portrait }, { dryRun });
      expect([portrait, status, body.error?.code]).toEqual([portrait, 400, 'VALIDATION_ERROR']);
      expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['variables.portrait']);
      expect(body.details[0].code).toBe('unknown_picture');
    }
  }
  const recipients = [own, wrong[0] ?? '', '', wrong[8] ?? ''].map((portrait) => ({
    variables: { name: 'Ada', portrait },
  }));
  const batch = await laurel.call('/batches', { key: tenant.key, body: { templateId, recipients } });
  expect([batch.status, batch.body.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['recipients[1].variables.portrait', 'recipients[3].variables.portrait'],
  ]);
  expect((await laurel.call('/credits', { key: tenant.key })).body).toEqual(before);
});

test.each([
  ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  ['an HTML page as a picture', '<html><script>alert(1)</script></html>'],
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['an SVG that reads a file', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
  ['the first bytes of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ['nothing', ''],
  ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 7)],
])('rejects %s and names the field', async (_name, content) => {
  const { status, body } = await upload(content);
  expect([status, body.error.code, body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', 'file']);
});

test('rejects a form with no file or two', async () => {
  const content = await photograph('#777');
  const misnamed = await upload(content, 'portrait');
  expect([misnamed.status, misnamed.body.details[0].path]).toEqual([400, 'file']);
  const form = new FormData();
  for (const name of ['a', 'b']) form.append('file', new Blob([new Uint8Array(content)]), name);
  const twice = await laurel.call('/assets', { key: tenant.key, body: form });
  expect([twice.status, twice.body.details]).toEqual([
    400,
    [{ path: 'file', code: 'several_files', message: 'Several files. Use one.', params: {} }],
  ]);
  expect((await laurel.call('/assets', { key: tenant.key, body: {} })).status).toBe(400);
});

test('accepts a picture of 24 megapixels and one of a single pixel row, and stores both small', async () => {
  const large = await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const line = await sharp({ create: { width: 1, height: 30_000, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const sizes = [];
  for (const content of [large, line]) sizes.push(...(await rowsOf((await upload(content)).body.asset)));
  expect(sizes).toMatchObject([
    { width: 1600, height: 1067 },
    { width: 1, height: 1600 },
  ]);
});

test('uploading needs the scope certificates:write', async () => {
  const { key } = await createApiKey(laurel.context(tenant), { name: 'reader', scopes: ['certificates:read'] });
  expect((await uploadPicture(laurel, key, await photograph('#123'))).status).toBe(403);
});

test('the typed client uploads a picture', async () => {
  const client = createClient({ baseUrl: laurel.url, apiKey: tenant.key });
  const content = await photograph('#321');
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), 'ada.jpg');
  expect(await client.assets.add.mutate(form)).toEqual({ asset: `asset:${sha256(content)}` });
});

test("a design keeps its uploaded pictures permanently, and cannot name another organisation's", async () => {
  const { asset } = (await upload(await photograph('#5a5'))).body;
  const { id } = await importTemplate(laurel.context(tenant), portraitDesign({ src: asset, alt: '' }));
  const { design } = await laurel.installation.services
    .em()
    .findOneOrFail(TemplateVersion, { templateId: id }, { populate: ['design'] });
  expect(JSON.parse(design).elements[0].src).toMatch(/^data:image\/jpeg;base64,/);
  const other = await laurel.tenant();
  await expect(importTemplate(laurel.context(other), portraitDesign({ src: asset }))).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    extras: { details: [{ path: 'elements[0].src' }] },
  });
});
test.each([
  ['{{portrait}} x', 'elements[0].src'],
  ['{{portrait}}{{name}}', 'elements[0].src'],
  ['{{verificationUrl}}', 'elements[0].src'],
  ['https://example.org/a.png', 'elements[0].src'],
  ['{{name}}', 'elements[1].text'],
])('rejects an image with the source %s at its path', async (src, path) => {
  const attempt = importTemplate(laurel.context(tenant), portraitDesign({ src, alt: '' }));
  const error = (await attempt.catch((reason: unknown) => reason)) as { extras: { details: { path: string }[] } };
  expect(error.extras.details.map((detail) => detail.path)).toContain(path);
});

test('pictures that no certificate shows take places and room, and others do not', async () => {
  const { organisationId, key } = await laurel.tenant();
  const fill = (count: number, size: number) =>
    sql`insert into assets (organisation_id, digest, file_name, format, width, height, size, small_size, uploaded_by, uploaded_at, used_at, mac)
      select ${organisationId}, sha256(n::text::bytea), 'f' || n, 'png', 1, 1, ${size}, ${size}, 'x', now(), now(), ''
      from generate_series(1, ${count}::int) n`.execute(db());
  const change = (change: RawBuilder<unknown>) =>
    sql`${change} where organisation_id = ${organisationId}`.execute(db());
  const add = async (color: string) => {
    const { status, body } = await uploadPicture(laurel, key, await photograph(color));
    return [status, body.reason ?? body.details?.[0].code];
  };
  await fill(5000, 1_000_000);
  expect(await add('#101')).toEqual([201, undefined]);
  await change(sql`update assets set used_at = null, size = 1, small_size = 0`);
  expect(await add('#102')).toEqual([409, 'limit_reached']);
  await change(sql`delete from assets`);
  await fill(1, 1_000_000_000);
  await change(sql`update assets set used_at = null`);
  expect(await add('#102')).toEqual([400, 'picture_room']);
  await change(sql`delete from assets`);
});

test('deletes unused pictures after 30 days with their files, and keeps pictures in use', async () => {
  const [used, unused, renewed] = await Promise.all(
    ['#a00', '#0a0', '#00a'].map(async (color) => (await upload(await photograph(color))).body.asset as string),
  );
  if (!used || !unused || !renewed) throw new Error('an upload failed');
  const files = (await Promise.all([used, unused, renewed].map(rowsOf))).flat();
  await issue({ name: 'Ada', portrait: used });
  await sql`update assets set uploaded_at = now() - interval '31 days'`.execute(db());
  await upload(await photograph('#00a'));
  // Another process is issuing with the second picture.
  const { services } = laurel.installation;
  const holding = await services.em().fork();
  await holding.begin();
  await sql`select 1 from assets where digest = ${Buffer.from(unused.slice(6), 'hex')} for no key update`.execute(
    database(holding),
  );
  await cleanUp(services);
  expect(await rowsOf(unused)).toHaveLength(1);
  await holding.commit();
  await cleanUp(services);
  expect((await Promise.all([used, unused, renewed].map(rowsOf))).map(({ length }) => length)).toEqual([1, 0, 1]);
  const key = (at: number) => ({
    organisationId: tenant.organisationId,
    id: tenant.organisationId,
    name: files[at]?.fileName ?? '',
  });
  await expect.poll(() => services.storage.get(key(1))).toBeNull();
  expect(await services.storage.get(key(0))).not.toBeNull();
  const again = await issue({ name: 'Ada', portrait: unused });
  expect([again.status, again.body.details[0].path]).toEqual([400, 'variables.portrait']);
});
