import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { difference } from '../support/pictures.ts';

let laurel: Laurel;
let tenant: Tenant;
let address: string;
let pdfUrl: string;
let imageUrl: string;

beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ design: 'classic-diploma' });
  const certificate = await laurel.issue(tenant);
  ({ pdfUrl, imageUrl } = certificate);
  address = new URL(new URL(certificate.verificationUrl).pathname, laurel.url).href;
});

const read = async (url: string, language?: string) => {
  const response = await fetch(url, { headers: language ? { 'Accept-Language': language } : {} });
  return { headers: response.headers, text: await response.text() };
};

/** Returns the size of a compressed body as sent. */
const sizeOnWire = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'gzip' } }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += chunk.length;
      resolve(bytes);
    }).on('error', reject);
  });

test.each([
  ['en-GB', 'en', 'ltr', 'This certificate is valid.'],
  ['fr-CA,fr;q=0.9,en;q=0.5', 'fr', 'ltr', 'Ce certificat est valide.'],
  ['de', 'de', 'ltr', 'Dieses Zertifikat ist gültig.'],
  ['es-MX', 'es', 'ltr', 'Este certificado es válido.'],
  ['ar', 'ar', 'rtl', 'هذه الشهادة صالحة.'],
  ['pt-BR', 'pt', 'ltr', 'Este certificado é válido.'],
  ['it', 'it', 'ltr', 'Questo certificato è valido.'],
  ['ja', 'ja', 'ltr', 'この証明書は有効です。'],
  ['zh-SG', 'zh', 'ltr', '此证书有效。'],
  ['zh-Hant', 'en', 'ltr', 'This certificate is valid.'],
  ['zh-TW,ja;q=0.5', 'ja', 'ltr', 'この証明書は有効です。'],
  ['hi', 'hi', 'ltr', 'यह प्रमाणपत्र मान्य है।'],
  ['tlh', 'en', 'ltr', 'This certificate is valid.'],
])('shows the page in the language of a browser that asks for %s: %s', async (asked, language, direction, sentence) => {
  const { headers, text } = await read(address, asked);
  expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
  expect(text).toContain(sentence);
  // A program gets the certificate's language instead.
  expect([headers.get('Content-Language'), headers.get('Vary')]).toEqual([
    language,
    expect.stringContaining('Accept-Language, User-Agent'),
  ]);
});

test("shows the page of an unknown certificate in the browser's language, with a link to the search", async () => {
  const { text } = await read(`${laurel.url}/verify/${'0'.repeat(64)}`, 'de');
  expect(text).toContain('Unbekanntes Zertifikat');
  const [, link = ''] = /<main .*<a href="(\/verify\?[^"]+)">Ein Zertifikat prüfen<\/a>/s.exec(text) ?? [];
  expect((await read(new URL(link, laurel.url).href)).text).toContain('<h1>Ein Zertifikat prüfen</h1>');
});

test('the page has the digests of the issued PDF and image, and only its own script', async () => {
  const { headers, text } = await read(address);
  const pdf = await fetch(pdfUrl.replace(/^https?:\/\/[^/]+/, laurel.url));
  const digest = createHash('sha256')
    .update(Buffer.from(await pdf.arrayBuffer()))
    .digest('hex');
  expect(text).toMatch(new RegExp(`data-digests="${digest} [0-9a-f]{64}"`));
  expect(headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  const script = await fetch(`${laurel.url}/verify/check.js`);
  expect([script.status, script.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringContaining('text/javascript'),
  ]);
});

test("the page shows the issuer's name with its address, logo and colour, and a way to share", async () => {
  const issuer = await laurel.tenant({ scopes: ['certificates:write', 'organisation:write'] });
  const fields = {
    websiteUrl: 'https://issuer.example/',
    brandColor: '#7A2EE6',
    logoUrl: 'https://cdn.example/logo.png',
  };
  await laurel.call('/organisation', { key: issuer.key, method: 'PUT', body: fields });
  const { verificationHash } = await laurel.issue(issuer);
  const response = await fetch(`${laurel.url}/verify/${verificationHash}`);
  const page = await response.text();
  expect(page).toContain(
    `<a href="https://issuer.example/" rel="noopener">${issuer.name}</a></bdi><small dir="ltr">issuer.example</small>`,
  );
  expect(page).toMatch(new RegExp(`src="[^"]+/logos/${issuer.organisationId}/[\\w-]{43}\\.png" alt=""`));
  expect(page).not.toContain('cdn.example');
  expect(page).toContain('border-top:6px solid #7A2EE6');
  expect(page).toContain(`data-copy-link="${new URL(`/verify/${verificationHash}`, laurel.url)}"`);
  expect(response.headers.get('Content-Security-Policy')).toMatch(/img-src 'self'(;|$)/);
});

test('the page takes less than 40 KB without pictures, with its fonts and script', async () => {
  const { text } = await read(address);
  const fonts = text.match(/\/verify\/fonts\/[\w-]+-latin-[0-9a-f]{8}\.woff2/g) ?? [];
  const [script = ''] = /\/verify\/check\.js\?version=[0-9a-f]{8}/.exec(text) ?? [];
  expect(fonts).toHaveLength(3);
  let bytes = 0;
  for (const path of [new URL(address).pathname, script, ...fonts]) {
    // Undici decodes bodies, so the compressed size is read from the wire.
    const sent = await sizeOnWire(`${laurel.url}${path}`);
    expect(sent, path).toBeGreaterThan(500);
    bytes += sent;
  }
  expect(bytes).toBeLessThan(40_000);
});

test('a font is served unchanged for a year, and no other file beside it', async () => {
  const { headers, text } = await read(address);
  expect(headers.get('Content-Security-Policy')).toContain("font-src 'self'");
  const [path = ''] = /\/verify\/fonts\/[^)]+/.exec(text) ?? [];
  const font = await fetch(`${laurel.url}${path}`);
  expect([font.status, font.headers.get('Content-Type')]).toEqual([200, 'font/woff2']);
  expect(font.headers.get('Cache-Control')).toContain('immutable');
  for (const name of ['x.woff2', 'inter-400-latin.woff2', '..%2Fpage.css', '__proto__'])
    expect([name, (await fetch(`${laurel.url}/verify/fonts/${name}`)).status]).toEqual([name, 404]);
});

test('the page with its picture takes less than 150 KB, and shows the issued picture', async () => {
  const { text } = await read(address);
  const [, source = ''] = /<img class="certificate" src="([^"]+)"/.exec(text) ?? [];
  const answer = await fetch(`${laurel.url}${source}`);
  expect(answer.headers.get('Content-Type')).toBe('image/webp');
  const small = new Uint8Array(await answer.arrayBuffer());
  expect(text.length + small.length).toBeLessThan(150_000);
  const issued = new Uint8Array(await (await fetch(imageUrl)).arrayBuffer());
  expect(await difference(await sharp(issued).resize(960).png().toBuffer(), small)).toBeLessThan(3);
});

test.each([
  ['400', ['image/webp', 400]],
  ['960', ['image/webp', 960]],
  ['401', ['image/png', 1684]],
  ['960&width=400', ['image/png', 1684]],
])("resizes a certificate's image with ?width=%s only to the widths of pages", async (width, expected) => {
  const answer = await fetch(`${imageUrl}?width=${width}`);
  const { width: pixels } = await sharp(await answer.arrayBuffer()).metadata();
  expect([answer.headers.get('Content-Type'), pixels]).toEqual(expected);
});

test('compresses the viewer of the API document', async () => {
  const { headers } = await fetch(`${laurel.url}/docs/api/swagger-ui-bundle.js`);
  expect(headers.get('Content-Encoding')).toBe('gzip');
});

/** Parts of links to share a certificate and to its files. */
const SHARED = [
  'linkedin.com',
  'facebook.com',
  '//x.com',
  'wa.me',
  'data-copy-link',
  'data-share',
  '.pdf"',
  '.json"',
  '" download>',
];

test('a valid certificate can be added to a profile, posted, downloaded and copied, in this order', async () => {
  const { text } = await read(address, 'en');
  const { searchParams } = new URL(
    /https:\/\/www\.linkedin\.com\/profile\/add[^"]+/.exec(text)?.[0].replaceAll('&amp;', '&') ?? '',
  );
  expect(Object.fromEntries(searchParams)).toMatchObject({
    startTask: 'CERTIFICATION_NAME',
    certUrl: expect.stringMatching(/\/verify\/[0-9a-f]{64}$/),
    organizationName: tenant.name,
  });
  for (const part of SHARED) expect(text).toContain(part);
  const labels = ['Add to LinkedIn', 'Post', 'Download PDF', 'Download PNG', 'Credential (Open Badges)', 'Copy link'];
  const places = labels.map((label) => text.lastIndexOf(`>${label}<`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('a revoked certificate has a marked picture, and no links to share it or to its files, which stay available', async () => {
  const { key } = tenant;
  const { id, verificationUrl, pdfUrl: file } = await laurel.issue(tenant);
  const page = new URL(new URL(verificationUrl).pathname, laurel.url).href;
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'Printed twice' } });
  const { text } = await read(page, 'en');
  expect(text).toContain('Printed twice');
  expect(text).toContain('<figure class="picture void">');
  expect(text).toContain('<span>Revoked</span>');
  expect(text).toContain('data-digests');
  for (const part of SHARED) expect(text).not.toContain(part);
  expect((await fetch(file)).status).toBe(200);
  const download = await fetch(`${laurel.url}/api/v1/certificates/${id}/download`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  expect(download.status).toBe(200);
});

test('a page keeps the names of the time of issue, beside those of today', async () => {
  const own = await laurel.tenant();
  const designOf = (name: string) => ({
    ...{ name, recipientNameVariable: 'name', page: { width: 400, height: 300 } },
    elements: [{ type: 'text', x: 0, y: 0, width: 400, height: 50, text: '{{name}}', font: 'Inter', size: 12 }],
  });
  const { id: templateId } = await importTemplate(laurel.context(own), designOf('Old Course'));
  const { key } = await createApiKey(laurel.context(own), { name: 'names', scopes: ['templates:write'] });
  const rename = (organizationName: string) =>
    laurel.call('/organisation', { key: own.key, method: 'PUT', body: { organizationName } });
  await rename('Old Academy');
  const { verificationHash } = await laurel.issue({ ...own, templateId }, { name: 'Ada' });
  const page = async () => (await read(`${laurel.url}/verify/${verificationHash}?lang=en`)).text;
  expect(await page()).not.toContain('(now ');
  await rename('New Academy');
  const published = { key, method: 'PUT', body: designOf('New Course') };
  expect((await laurel.call(`/templates/${templateId}`, published)).status).toBe(200);
  const renamed = await page();
  for (const name of ['Old Academy', 'Old Course']) expect(renamed).toContain(name);
  expect(renamed.match(/\(now [^)]*\)/g)?.sort()).toEqual(['(now “New Academy”)', '(now “New Course”)']);
});

test("the days of a correction, a revocation and an import are those in the certificate's time zone", async () => {
  const own = await laurel.tenant();
  const { key } = own;
  // It has another day than UTC now.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  await laurel.call('/organisation', { key, method: 'PUT', body: { timeZone } });
  const { id, verificationHash: formerHash } = await laurel.issue(own);
  const correction = { variables: { name: 'Ada Lovelace' }, reason: 'Misspelt' };
  await laurel.call(`/certificates/${id}/correct`, { key, body: correction });
  const { verificationHash } = await laurel.rendered(key, id);
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'Printed twice' } });
  const { certificate, history } = (await laurel.call(`/verify/${verificationHash}`)).body;
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });
  const dayOf = (moment: string) => format.format(new Date(moment));
  const { text } = await read(`${laurel.url}/verify/${verificationHash}?lang=en`);
  for (const at of [history[0].at, certificate.revokedAt])
    expect(text).toContain(`<time datetime="${at}">${dayOf(at)}</time>`);
  expect(text).toContain(`it was replaced on ${dayOf(history[0].at)}.`);
  const former = await read(`${laurel.url}/verify/${formerHash}?lang=en`);
  expect(former.text).toContain(`It was corrected on ${dayOf(history[0].at)}.`);
  // The link keeps the language that the reader chose.
  expect(former.text).toContain(`href="/verify/${verificationHash}?lang=en"`);
  const certificates = [{ variables: VARIABLES, recipientName: VARIABLES.name, awardedOn: '2021-05-03' }];
  const body = { templateId: own.templateId, certificates };
  const [{ verificationHash: hash }] = (await laurel.call('/certificates/import', { key, body })).body.certificates;
  const { at } = (await laurel.call(`/verify/${hash}`)).body.certificate.imported;
  const page = await read(`${laurel.url}/verify/${hash}?lang=en`);
  expect(page.text).toContain(`<dt>Imported on</dt><dd><time datetime="${at}">${dayOf(at)}</time>`);
});

test('a certificate that was altered is marked, and cannot be shared', async () => {
  const { id, verificationUrl } = await laurel.issue(tenant);
  await sql`update certificates set recipient_name = 'Eve' where id = ${id}`.execute(
    database(laurel.installation.services.em()),
  );
  const { text } = await read(new URL(new URL(verificationUrl).pathname, laurel.url).href, 'de');
  expect(text).toContain('Dieses Zertifikat wurde verändert.');
  expect(text).toContain('<span>Nicht echt</span>');
  expect(text).not.toContain('linkedin.com');
});

test("a colour that was written outside the product cannot style the issuer's letterhead", async () => {
  const issuer = await laurel.tenant();
  const { verificationHash } = await laurel.issue(issuer);
  const color = '#000000;position:fixed;inset:0';
  await sql`update organisations set brand_color = ${color} where id = ${issuer.organisationId}`.execute(
    database(laurel.installation.services.em()),
  );
  const { text } = await read(`${laurel.url}/verify/${verificationHash}`);
  expect(text).toContain('<div class="letterhead">');
  expect(text).not.toContain('position:fixed');
});
