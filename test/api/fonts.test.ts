import * as mupdf from 'mupdf';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { renamed, sourceSans, uploadFont, withNumber, withoutTable } from '../support/fonts.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let session: Record<string, string>;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  session = await sessionOf(laurel, tenant, 'admin@example.org', 'admin');
  admin = nativeClient(laurel, session);
});

const designIn = (font: string, more: object = {}) => ({
  name: 'Own fonts',
  recipientNameVariable: 'name',
  page: { width: 400, height: 200 },
  elements: [{ type: 'text', x: 10, y: 10, width: 380, height: 40, text: '{{name}}', font, size: 24, ...more }],
});

async function publish(design: Record<string, unknown>): Promise<string> {
  const { id } = await admin.designs.create.mutate({ design: { ...design } });
  await admin.designs.publish.mutate({ id, revision: 1 });
  return id;
}

/** Reads the fonts of a certificate's PDF with their kinds, and its lines of text. */
async function readPdf(url: string): Promise<{ fonts: string[]; lines: string[] }> {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
  const descendants = bytes.toString('latin1').matchAll(/\/Subtype \/(CIDFontType\d)\s+\/BaseFont \/\w+\+(\S+)/g);
  const text = mupdf.Document.openDocument(bytes, 'application/pdf')
    .loadPage(0)
    .toStructuredText('preserve-whitespace')
    .asText();
  return {
    fonts: [...descendants].map(([, kind, name]) => `${kind} ${name}`),
    lines: text.split('\n').filter((line) => line.trim() !== ''),
  };
}

test('accepts a font of each format as faces of its family, and returns the same font for a repeated upload', async () => {
  const answers = [];
  for (const name of ['ttf', 'otf', 'woff', 'woff2'] as const)
    answers.push(await uploadFont(laurel, session, await sourceSans(name)));
  expect(answers.map(({ status, font }) => [status, font?.family, font?.faces])).toEqual([
    [200, 'Source Sans 3', [{ weight: 400, italic: false, style: 'Regular' }]],
    [200, 'Source Sans 3', [{ weight: 700, italic: false, style: 'Bold' }]],
    [200, 'Source Sans 3', [{ weight: 400, italic: true, style: 'Italic' }]],
    [200, 'Source Sans 3', [{ weight: 700, italic: true, style: 'Bold Italic' }]],
  ]);
  const again = await uploadFont(laurel, session, await sourceSans('ttf'));
  expect(again.font).toEqual(answers[0]?.font);
  const light = await uploadFont(laurel, session, await sourceSans('lightTtf'));
  // Its older names are “Source Sans 3 Light” and “Regular”, for programs with four faces per family.
  expect(light.font).toMatchObject({ family: 'Source Sans 3', faces: [{ weight: 300, style: 'Light' }] });
  const variable = await uploadFont(laurel, session, await sourceSans('variableWoff2'));
  expect(variable.font?.faces.map(({ weight }) => weight)).toEqual([200, 300, 400, 500, 600, 700, 900]);
  const { fonts } = await admin.fonts.list.query();
  expect(fonts).toHaveLength(6);
  const { entries } = await admin.audit.list.query({});
  expect(entries.filter(({ action }) => action === 'fonts.add')).toHaveLength(6);
  const families = await admin.designs.fonts.query();
  expect(families.find(({ family }) => family === 'Source Sans 3')).toMatchObject({
    weights: [300, 400, 700],
    hasItalic: true,
    isOwn: true,
  });
});

test('two concurrent uploads of a file are one font', async () => {
  const file = await sourceSans('variableTtf');
  const answers = await Promise.all([1, 2, 3].map(() => uploadFont(laurel, session, file)));
  expect(new Set(answers.map(({ font }) => font?.id)).size).toBe(1);
});

test('sets certificates in the weights of an own family, embeds them, and falls back to Noto', async () => {
  const text = (y: number, more: object) => ({
    ...{ type: 'text', x: 10, y, width: 380, height: 40, text: '{{name}} · 日本', font: 'source sans 3', size: 20 },
    ...more,
  });
  const design = {
    ...designIn('Source Sans 3'),
    elements: [text(10, {}), text(60, { weight: 800 }), text(110, { italic: true, weight: 400 })],
  };
  const issued = await laurel.issue({ ...tenant, templateId: await publish(design) }, { name: 'Zoë Łucja' });
  const { fonts, lines } = await readPdf(issued.pdfUrl);
  const font = (name: string) => expect.stringMatching(name);
  expect(fonts).toContainEqual(font('^CIDFontType2 SourceSans3-Regular-'));
  expect(fonts).toContainEqual(font('^CIDFontType0 SourceSans3-Bold-'));
  expect(fonts).toContainEqual(font('^CIDFontType0 SourceSans3-It-'));
  expect(fonts).toContainEqual(font('^CIDFontType2 noto-sans-'));
  expect(lines).toEqual(Array(3).fill('Zoë Łucja · 日本'));
});

test('rejects a text that does not fit in an own font before spending a credit, alone and in a batch', async () => {
  const templateId = await publish(designIn('Source Sans 3'));
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4);
  const { key } = tenant;
  const before = (await laurel.call('/credits', { key })).body.balance;
  const one = await laurel.call('/certificates', { key, body: { templateId, variables: { name: long } } });
  expect([one.status, one.body.details]).toEqual([
    400,
    [expect.objectContaining({ path: 'variables.name', code: 'does_not_fit' })],
  ]);
  const recipients = Array.from({ length: 250 }, (_, index) => ({ variables: { name: index === 240 ? long : 'Ada' } }));
  const batch = await laurel.call('/batches', { key, body: { templateId, recipients } });
  expect([batch.status, batch.body.details.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['recipients[240].variables.name'],
  ]);
  expect((await laurel.call('/credits', { key })).body.balance).toBe(before);
});

test('a version keeps the font file that it was published with', async () => {
  const [first, second] = [
    renamed(await sourceSans('ttf'), 'Source Sans 3', 'Pinned Face 3'),
    // Another file of the same family, weight and slant, with bold letters.
    withNumber(renamed(await sourceSans('otf'), 'Source Sans 3', 'Pinned Face 3'), 'OS/2', 4, 400),
  ];
  const { font } = await uploadFont(laurel, session, first);
  const templateId = await publish(designIn('Pinned Face 3'));
  const { body } = await laurel.call('/certificates', {
    key: tenant.key,
    body: { templateId, variables: { name: 'A' } },
  });
  await uploadFont(laurel, session, second);
  const old = await laurel.rendered(tenant.key, body.id);
  const later = await laurel.issue({ ...tenant, templateId }, { name: 'A' });
  for (const { pdfUrl } of [old, later])
    expect((await readPdf(pdfUrl)).fonts).toEqual([expect.stringContaining('CIDFontType2')]);
  const { design, revision } = await admin.designs.get.query({ id: templateId });
  expect(design).not.toHaveProperty('fonts');
  // The published design needs no draft, although its version names font files.
  const saved = await admin.designs.saveDraft.mutate({ id: templateId, design, revision });
  expect(saved.hasDraft).toBe(false);
  await admin.designs.publish.mutate({ id: templateId, revision: saved.revision });
  const newest = await laurel.issue({ ...tenant, templateId }, { name: 'A' });
  expect((await readPdf(newest.pdfUrl)).fonts).toEqual([expect.stringContaining('CIDFontType0')]);
  const removal = await admin.fonts.remove.mutate({ id: font?.id ?? '' }).catch((error) => error.data);
  expect(removal.code).toBe('CONFLICT');
  const { body: verified } = await laurel.call(`/verify/${later.verificationHash}`);
  expect(verified).toMatchObject({ valid: true, integrityVerified: true });
});

test('a font can be removed once nothing uses it; a draft that names its family prevents it', async () => {
  const { font } = await uploadFont(
    laurel,
    session,
    renamed(await sourceSans('ttf'), 'Source Sans 3', 'Loose Leaf 12'),
  );
  const id = font?.id ?? '';
  const draft = await admin.designs.create.mutate({ design: designIn('loose leaf 12') });
  const refused = await admin.fonts.remove.mutate({ id }).catch((error) => error);
  expect([refused.data.code, refused.message]).toEqual(['CONFLICT', expect.stringContaining('"Own fonts"')]);
  await admin.designs.discardDraft.mutate({ id: draft.id, revision: 1 });
  // A draft of another organisation does not prevent it.
  const theirs = await sessionOf(laurel, await laurel.tenant(), 'drafter@fonts.example', 'admin');
  await nativeClient(laurel, theirs).designs.create.mutate({ design: designIn('Loose Leaf 12') });
  await admin.fonts.remove.mutate({ id });
  expect((await admin.fonts.list.query()).fonts.map((listed) => listed.id)).not.toContain(id);
  expect((await admin.audit.list.query({})).entries[0]).toMatchObject({
    action: 'fonts.remove',
    subject: 'Loose Leaf 12',
  });
});

test("another organisation's fonts cannot be named, seen or fetched", async () => {
  const other = await laurel.tenant();
  const theirs = await sessionOf(laurel, other, 'stranger@example.org', 'admin');
  const stranger = nativeClient(laurel, theirs);
  const { issues } = await stranger.designs.preview.mutate({
    design: designIn('Source Sans 3'),
    values: { name: 'A' },
  });
  expect(issues).toEqual([
    expect.objectContaining({
      path: 'elements[0].font',
      code: 'unknown_font',
      params: expect.objectContaining({ family: 'Source Sans 3' }),
    }),
  ]);
  expect((await stranger.fonts.list.query()).fonts).toEqual([]);
  const address = (organisationId: string) =>
    `${laurel.url}/fonts/own/Source%20Sans%203?organisationId=${organisationId}&weight=700`;
  const own = await fetch(address(tenant.organisationId), { headers: { Cookie: session.Cookie ?? '' } });
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'font/sfnt']);
  // Test mode has the fonts of the organisation.
  const { organisationId: sandboxId } = await openSandbox(laurel.context(tenant));
  const inTestMode = await fetch(address(sandboxId), { headers: { Cookie: session.Cookie ?? '' } });
  expect([inTestMode.status, inTestMode.headers.get('content-type')]).toEqual([200, 'font/sfnt']);
  const Cookie = theirs.Cookie ?? '';
  expect((await fetch(address(tenant.organisationId), { headers: { Cookie } })).status).toBe(401);
  expect((await fetch(address(other.organisationId), { headers: { Cookie } })).status).toBe(404);
  expect((await fetch(address(tenant.organisationId))).status).toBe(401);
});

test('the fonts of an organisation have a limit in number and in bytes', async () => {
  const full = await laurel.tenant();
  const { organisationId } = full;
  const theirs = await sessionOf(laurel, full, 'full@example.org', 'admin');
  const reasonWith = async (count: number, size: number) => {
    await query(laurel, `delete from fonts where organisation_id = '${organisationId}'`);
    await query(
      laurel,
      `insert into fonts (organisation_id, id, digest, family, faces, size, uploaded_by, created_at)
        select '${organisationId}', gen_random_uuid(), sha256(n::text::bytea), 'F' || n, '[]', ${size}, 'x', now()
        from generate_series(1, ${count}) n`,
    );
    const { status, error } = await uploadFont(laurel, theirs, await sourceSans('ttf'));
    return [status, error?.data.details?.[0]?.code];
  };
  expect(await reasonWith(99, 1)).toEqual([200, undefined]);
  expect(await reasonWith(100, 1)).toEqual([409, undefined]);
  expect(await reasonWith(1, 100_000_000)).toEqual([400, 'font_room']);
});

test('PostScript outlines with other units per em than 1,000 have one size in both files', async () => {
  const otf = renamed(await sourceSans('otf'), 'Source Sans 3', 'Small  Sans 3');
  const variable = renamed(await sourceSans('variableOtf'), 'Source Sans 3', 'Varied Sans 3');
  for (const [file, units, weight] of [
    [otf, 1200, 700],
    [variable, 2048, 900],
  ] as const) {
    const { status, font } = await uploadFont(laurel, session, withNumber(file, 'head', 18, units));
    expect(status).toBe(200);
    const templateId = await publish(designIn(font?.family ?? '', { weight, size: 60, height: 120 }));
    const { body } = await laurel.call('/certificates', {
      key: tenant.key,
      body: { templateId, variables: { name: 'Hamburg' } },
    });
    const { pdfUrl, imageUrl } = await laurel.rendered(tenant.key, body.id);
    const fetched = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
    const [pdf, png] = [await fetched(pdfUrl), await fetched(imageUrl)];
    const page = mupdf.Document.openDocument(pdf, 'application/pdf').loadPage(0);
    const drawn = page.toPixmap(mupdf.Matrix.scale(2, 2), mupdf.ColorSpace.DeviceRGB).asPNG();
    const [own, other] = await Promise.all([inkOf(png), inkOf(drawn)]);
    for (const side of ['left', 'right', 'top', 'bottom'] as const)
      expect(Math.abs(own[side] - other[side])).toBeLessThan(3);
    expect(own.bottom - own.top).toBeGreaterThan(20);
  }
});

/** Returns the bounding box of all dark pixels. */
async function inkOf(png: Uint8Array) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const dark = [...data.keys()].filter((at) => (data[at] ?? 255) < 128);
  const [columns, rows] = [dark.map((at) => at % info.width), dark.map((at) => Math.floor(at / info.width))];
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b), 0);
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return { left: least(columns), right: most(columns), top: least(rows), bottom: most(rows) };
}

test('rejects a font that cannot be used or must not be embedded, with the reason', async () => {
  const ttf = await sourceSans('ttf');
  const collection = Buffer.concat([Buffer.from('ttcf'), ttf]);
  const embedding = (reason: string, flags: string) => ({ code: 'font_not_embeddable', params: { reason, flags } });
  const missing = (table: string) => ({ code: 'font_table_missing', params: { tables: [table] } });
  const damaged = (fault: string) => ({ code: 'font_damaged', params: { fault: expect.stringContaining(fault) } });
  const unreadable = { code: 'font_name_refused', params: { fault: 'unreadable', most: 100 } };
  const noFont = { code: 'not_a_font', params: {} };
  const cases: [string, Uint8Array, object][] = [
    ['restricted', withNumber(ttf, 'OS/2', 8, 0x2), embedding('may not be embedded', '0x0002')],
    [
      'restricted, with a wider right that no longer counts since version 3',
      withNumber(withNumber(ttf, 'OS/2', 0, 3), 'OS/2', 8, 0xa),
      embedding('may not be embedded', '0x000a'),
    ],
    ['bitmaps only', withNumber(ttf, 'OS/2', 8, 0x200), embedding('may be embedded as bitmaps only', '0x0200')],
    ['no subsets', withNumber(ttf, 'OS/2', 8, 0x108), embedding('may be embedded as a whole only', '0x0108')],
    ['no OS/2', withoutTable(ttf, 'OS/2'), missing('OS/2')],
    ['no cmap', withoutTable(ttf, 'cmap'), missing('cmap')],
    ['no name', withoutTable(ttf, 'name'), missing('name')],
    ['no outlines', withoutTable(ttf, 'glyf'), { code: 'font_without_outlines', params: {} }],
    ['units of 7', withNumber(ttf, 'head', 18, 7), damaged('units per em')],
    ['a collection', collection, { code: 'font_collection', params: {} }],
    ['nothing', new Uint8Array(), noFont],
    ['zeros', new Uint8Array(10_000_000), noFont],
    ['a text', Buffer.from('wOF2 or so'), damaged('cut off')],
    ['half of it', ttf.subarray(0, ttf.length / 2), damaged('ends past the end of the file')],
    [
      'a family of the catalogue',
      renamed(ttf, 'Source Sans 3', 'noto sans lao'),
      { code: 'family_taken', params: { family: 'noto sans lao' } },
    ],
    ['a name with NUL', renamed(ttf, 'Source Sans 3', 'Source\0Sans 3'), unreadable],
    ['a name with directions', renamed(ttf, 'Source Sans 3', 'Source\u202eSans 3'), unreadable],
    ['too large', new Uint8Array(10 * 1024 * 1024 + 1), { message: expect.stringContaining('10') }],
  ];
  for (const [what, content, reason] of cases) {
    const { status, error } = await uploadFont(laurel, session, content);
    expect([what, status, error?.data.details]).toEqual([
      what,
      400,
      [expect.objectContaining({ path: 'file', ...reason })],
    ]);
  }
  const unconfirmed = await uploadFont(laurel, session, ttf, { rightToEmbed: 'false' });
  expect(unconfirmed.error?.data.details?.[0]?.path).toBe('rightToEmbed');
  expect((await uploadFont(laurel, session, ttf, { part: 'font' })).error?.data.details?.[0]?.path).toBe('file');
});
