import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { Scope } from '../../domain/access/allow-scopes.ts';
import { archiveDesign } from '../../domain/templates/archive.ts';
import { authenticate } from '../support/authentic.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';
import { TableFaults } from '../support/table-faults.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
});

const EMPTY = {
  organizationName: expect.stringMatching(/^Test Organisation/),
  logoUrl: null,
  brandColor: null,
  websiteUrl: null,
  emailSenderName: null,
  emailSubject: null,
  emailIntroMessage: null,
  emailSignature: null,
  replyTo: null,
  senderAddress: null,
  emailBcc: null,
  reminderSubject: null,
  reminderMessage: null,
  timeZone: 'UTC',
};
const put = (body: unknown) => laurel.call('/organisation', { key: tenant.key, method: 'PUT', body });

test('takes one address for answers, and clears it', async () => {
  const { key } = await laurel.tenant();
  const put = (replyTo: unknown) => laurel.call('/organisation', { key, method: 'PUT', body: { replyTo } });
  expect((await put('office@example.org')).body.replyTo).toBe('office@example.org');
  for (const wrong of ['office', 'a@b.example, c@d.example', 'Office <a@b.example>', 'a@b.example\r\nBcc: c@d.example'])
    expect((await put(wrong)).body.details, wrong).toMatchObject([{ path: 'replyTo', code: 'not_an_email' }]);
  expect((await laurel.call('/organisation', { key })).body.replyTo).toBe('office@example.org');
  expect((await put('')).body.replyTo).toBeNull();
});

test('updates only the supplied fields, and an empty string clears a field', async () => {
  expect((await laurel.call('/organisation', { key: tenant.key })).body).toEqual(EMPTY);
  const branding = { brandColor: '#0A7F5B', websiteUrl: 'https://example.org/', emailSubject: 'For {{recipientName}}' };
  expect(await put(branding)).toMatchObject({ status: 200, body: { ...EMPTY, ...branding } });
  expect((await put({})).body).toEqual({ ...EMPTY, ...branding });
  expect((await put({ websiteUrl: '', emailSignature: 'Yours' })).body).toEqual({
    ...EMPTY,
    ...branding,
    websiteUrl: null,
    emailSignature: 'Yours',
  });
});

test.each([
  [{ brandColor: 'red' }, 'brandColor'],
  [{ brandColor: '#12345' }, 'brandColor'],
  [{ websiteUrl: 'javascript:alert(1)' }, 'websiteUrl'],
  [{ logoUrl: 'ftp://example.org/x.png' }, 'logoUrl'],
  [{ emailSenderName: 'A\r\nBcc: everyone@example.org' }, 'emailSenderName'],
  [{ emailSubject: 'A\nB' }, 'emailSubject'],
  [{ emailSubject: 'Dear {{nmae}}' }, 'emailSubject'],
  [{ emailIntroMessage: 'x'.repeat(5001) }, 'emailIntroMessage'],
  [{ organizationName: 7 }, 'organizationName'],
])('rejects %j and names the field', async (body, path) => {
  const answer = await put(body);
  expect([answer.status, answer.body.error.code, answer.body.details[0].path]).toEqual([400, 'VALIDATION_ERROR', path]);
});

const uploadTo = (at: Laurel, { key }: Tenant, content: Uint8Array | string, name = 'logo.png', field = 'logo') => {
  const form = new FormData();
  form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return at.call('/organisation/logo', { key, body: form });
};
const upload = (content: Uint8Array | string, name?: string, field?: string) =>
  uploadTo(laurel, tenant, content, name, field);
const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 300, height: 100, channels: 3, background: '#a31621' } })
    .toFormat(format)
    .toBuffer();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="10"><rect width="30" height="10"/></svg>';

test.each([
  [
    'text',
    { type: 'text', x: 20, y: 20, width: 120, height: 20, text: 'By {{organizationName}}', font: 'Inter', size: 14 },
  ],
  [
    'markup',
    {
      ...{ type: 'markup', x: 20, y: 20, width: 120, height: 20 },
      root: { type: 'div', style: { fontFamily: 'Inter', fontSize: 14 }, children: ['By {{organizationName}}'] },
    },
  ],
])(
  'rejects a name that a template cannot set in %s, with the template; issuing names the organisation',
  async (_kind, shown) => {
    const own = await laurel.tenant({ credits: 5, scopes: [...Scope.options] });
    const name = { type: 'text', x: 20, y: 150, width: 300, height: 40, text: '{{name}}', font: 'Inter', size: 14 };
    const design = {
      ...{ name: 'Framed', recipientNameVariable: 'name', page: { width: 420, height: 300 } },
      elements: [name, { ...shown }],
    };
    const { id } = (await laurel.call('/templates', { key: own.key, body: design })).body;
    const set = (organizationName: string) =>
      laurel.call('/organisation', { key: own.key, method: 'PUT', body: { organizationName } });
    for (const organizationName of ['An Academy '.repeat(18).trim(), 'Academy \u{1F1E6}\u{13460}']) {
      const { status, body } = await set(organizationName);
      expect([status, body.error?.code, body.details?.[0].path]).toEqual([400, 'VALIDATION_ERROR', 'organizationName']);
      const params = expect.objectContaining({ template: 'Framed', templateId: id });
      expect(body.details).toContainEqual(expect.objectContaining({ code: 'name_unsuitable', params }));
      await sql`update organisations set organization_name = ${organizationName} where id = ${own.organisationId}`.execute(
        database(laurel.installation.services.em()),
      );
      await authenticate(laurel.installation.services, 'organisations', sql`id = ${own.organisationId}`);
      const refused = await laurel.call('/certificates', {
        key: own.key,
        body: { templateId: id, variables: { name: 'Ada' } },
      });
      expect([refused.status, refused.body.details[0].path]).toEqual([400, 'organization.organizationName']);
      expect(refused.body.details[0]).toMatchObject({
        code: 'issuer_name_unsuitable',
        params: { name: organizationName },
      });
      // Forms send the name with other settings.
      const settings = { organizationName, websiteUrl: 'https://other.example.org/' };
      const saved = await laurel.call('/organisation', { key: own.key, method: 'PUT', body: settings });
      expect([saved.status, saved.body]).toEqual([200, expect.objectContaining(settings)]);
    }
    expect((await set(`Short ${id.slice(-6)}`)).status).toBe(200);
    // Nothing is issued from archived templates.
    const long = 'An Academy '.repeat(15) + id.slice(-6);
    expect((await set(long)).status).toBe(400);
    for (const template of [id, own.templateId]) await archiveDesign(laurel.context(own), { id: template });
    expect((await set(long)).status).toBe(200);
  },
);

test('detects each logo format by its content, and serves a picture without active content', async () => {
  for (const content of [await picture('png'), await picture('jpeg'), await picture('webp'), SVG]) {
    const { status, body } = await upload(content, 'anything.txt');
    expect(status).toBe(200);
    const served = await fetch(body.logoUrl);
    expect([served.status, served.headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(served.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(served.headers.get('X-Content-Type-Options')).toBe('nosniff');
    const { format, width = 0, height = 1 } = await sharp(await served.arrayBuffer()).metadata();
    expect([format, Math.round((10 * width) / height)]).toEqual(['png', 30]);
  }
  const { logoUrl } = (await laurel.call('/organisation', { key: tenant.key })).body;
  expect((await put({ logoUrl })).body.logoUrl).toBe(logoUrl);
  const deleted = await laurel.call('/organisation/logo', { key: tenant.key, method: 'DELETE' });
  expect([deleted.status, deleted.body.logoUrl]).toEqual([200, null]);
  expect((await fetch(logoUrl)).status).toBe(404);
});

const lettering = (color: string, mark = color, background = 'none') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="${background}"/>
<rect x="60" y="30" width="220" height="40" fill="${color}"/><circle cx="30" cy="50" r="20" fill="${mark}"/></svg>`;

test.each([
  ['white', lettering('#ffffff'), true],
  ['pale yellow', lettering('#fffbe6'), true],
  ['white with a red mark', lettering('#ffffff', '#d92b2b'), true],
  ['black', lettering('#000000'), false],
  ['black with a white mark', lettering('#111111', '#ffffff'), false],
  ['coloured', lettering('#1f6feb', '#d92b2b'), false],
  ['white on its own blue', lettering('#ffffff', '#ffffff', '#1f4e8c'), false],
])('a transparent logo gets a dark plate only if white would hide it: %s', async (_name, svg, hasPlate) => {
  const { body } = await upload(svg);
  const { data } = await sharp(await (await fetch(body.logoUrl)).arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const corner = [...data.subarray(0, 4)];
  if (hasPlate) expect(corner).toEqual([0x18, 0x20, 0x2b, 255]);
  else expect(corner).toEqual(svg.includes('#1f4e8c') ? [0x1f, 0x4e, 0x8c, 255] : [0, 0, 0, 0]);
});

/** Returns the stored logos of an organisation, whether a row names them or not. */
async function storedLogos({ organisationId: id }: Tenant, at = laurel): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from files where organisation_id = ${id} and id = ${id}`.execute(
    database(at.installation.services.em()),
  );
  return rows[0]?.count ?? 0;
}

const untilStored = (count: number) =>
  waitFor(
    `${count} stored logos`,
    () => storedLogos(tenant),
    (now) => now === count,
  );

test('replacing or deleting a logo leaves no file', async () => {
  await upload(SVG);
  await upload(await picture('png'));
  await untilStored(1);
  const { logoUrl } = (await put({ brandColor: '#1F4E8C' })).body;
  expect((await fetch(logoUrl)).status).toBe(200);
  await put({ logoUrl: 'https://example.org/logo.png' });
  await untilStored(0);
  await upload(SVG);
  await laurel.call('/organisation/logo', { key: tenant.key, method: 'DELETE' });
  await untilStored(0);
});

test('concurrent logo uploads leave only the file of the last one', async () => {
  await Promise.all([upload(SVG), upload(await picture('png')), upload(await picture('jpeg'))]);
  await untilStored(1);
  const { logoUrl } = (await laurel.call('/organisation', { key: tenant.key })).body;
  expect((await fetch(logoUrl)).status).toBe(200);
});

test('a failed logo upload leaves no file, and the previous logo remains', async () => {
  // A separate installation, because a failure in these tables affects every file that shares it.
  const own = await Laurel.start({ LOG_LEVEL: 'silent' });
  const owner = await own.tenant();
  const { logoUrl } = (await uploadTo(own, owner, SVG)).body;
  const faults = await TableFaults.install(own);
  await faults.arm([{ table: 'public.audit_entries', operation: 'INSERT', nth: null }]);
  const { status } = await uploadTo(own, owner, await picture('png'));
  await faults.reset();
  expect([status, await storedLogos(owner, own)]).toEqual([500, 1]);
  expect((await fetch(logoUrl)).status).toBe(200);
});

test('rejects a file that is not a logo, with the reason', async () => {
  const reason = async (answer: ReturnType<typeof upload>) => {
    const { status, body } = await answer;
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    return body.details[0] ?? body.error.message;
  };
  expect(await reason(upload('not a picture'))).toMatchObject({ path: 'logo' });
  expect(await reason(upload(await picture('png'), 'logo.png', 'picture'))).toMatchObject({ path: 'logo' });
  expect(await reason(upload(Buffer.alloc(2 * 1024 * 1024 + 1)))).toMatchObject({
    path: 'logo',
    code: 'file_too_large',
  });
  expect(await reason(upload(Buffer.alloc(3_000_000)))).toMatchObject({ path: '', code: 'body_too_large' });
  for (const danger of [
    '<image href="file:///etc/passwd" width="9" height="9"/>',
    '<image href="http://127.0.0.1/x.png" width="9" height="9"/>',
    '<script>1</script>',
  ]) {
    expect(await reason(upload(SVG.replace('</svg>', `${danger}</svg>`)))).toMatchObject({
      path: 'logo',
      message: expect.stringContaining('stands alone'),
    });
  }
  const asJson = await laurel.call('/organisation/logo', { key: tenant.key, body: { logo: 'x' } });
  expect([asJson.status, asJson.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
});

test('shows an external logo only through a checked copy', async () => {
  const own = await laurel.tenant();
  const session = await sessionOf(laurel, own, 'logo@example.org', 'admin');
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
  const asked: string[] = [];
  const outside = createServer(({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.cookie ?? ''}`);
    if (url === '/moved.svg') response.writeHead(302, { Location: '/logo.svg' }).end();
    else response.end(url === '/logo.svg' ? svg : '<script>alert(1)</script>');
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => void outside.close());
  const at = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const shown = async (logoUrl: string) => {
    expect((await laurel.call('/organisation', { key: own.key, method: 'PUT', body: { logoUrl } })).status).toBe(200);
    return fetch(`${laurel.url}/exports/logo?organisationId=${own.organisationId}`, { headers: session });
  };
  const [first, second] = [await shown(`${at}/logo.svg`), await shown(`${at}/logo.svg`)];
  expect([first.status, first.headers.get('Content-Type'), second.status]).toEqual([200, 'image/png', 200]);
  expect((await sharp(await first.bytes()).metadata()).format).toBe('png');
  expect(asked).toEqual(['/logo.svg ']);
  for (const path of ['/page.svg', '/moved.svg']) expect((await shown(`${at}${path}`)).status).toBe(404);
  await shown(`${at}/logo.svg`);
  const { html } = await nativeClient(laurel, session).organisation.previewEmail.query({});
  expect(html).toContain('data:image/png;base64,');
  expect(html).not.toContain(at);
  // Also on the public page, from the installation, until the organisation changes it.
  const { verificationHash } = await laurel.issue(own);
  const page = await (await fetch(`${laurel.url}/verify/${verificationHash}`)).text();
  const [, path = ''] = /<img class="logo" src="[^"]*(\/logos\/[^"]+)"/.exec(page) ?? [];
  const copy = await fetch(`${laurel.url}${path}`);
  expect([copy.status, copy.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  // It can change at its address.
  expect([copy.headers.get('Cache-Control'), copy.headers.get('ETag')]).toEqual(['public, max-age=600', null]);
  expect(asked.filter((path) => path === '/logo.svg ')).toHaveLength(1);
  await shown(`${at}/page.svg`);
  expect((await fetch(`${laurel.url}${path}`)).status).toBe(404);
});

test('reading needs the read scope, and changing the write scope', async () => {
  const { key } = await laurel.tenant({ scopes: ['organisation:read'] });
  expect((await laurel.call('/organisation', { key })).status).toBe(200);
  const form = new FormData();
  form.append('logo', new Blob([SVG]));
  for (const [path, method, body] of [
    ['/organisation', 'PUT', {}],
    ['/organisation/logo', 'POST', form],
    ['/organisation/logo', 'DELETE', undefined],
  ] as const) {
    expect((await laurel.call(path, { key, method, body })).body.error.code).toBe('FORBIDDEN');
  }
});
