import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100 });
});

/** Fetches the page of a certificate and the address of its card. */
async function pageOf(address: string, language = 'en') {
  const url = new URL(new URL(address).pathname, laurel.url);
  const text = await (await fetch(url, { headers: { 'Accept-Language': language } })).text();
  const named = (property: string) =>
    new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`).exec(text)?.[1]?.replaceAll('&amp;', '&');
  const image = named('og:image') ?? '';
  return { named, card: new URL(`${new URL(image).pathname}${new URL(image).search}`, laurel.url).href };
}

async function cardOf(url: string) {
  const response = await fetch(url);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  return { headers: response.headers, png: Buffer.from(await response.arrayBuffer()) };
}

/** Counts the pixels of a card in a colour. */
async function pixelsOf(png: Uint8Array, [red, green, blue]: [number, number, number]): Promise<number> {
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count++;
  return count;
}

const GREEN: [number, number, number] = [0x0b, 0x6b, 0x43];
const RED: [number, number, number] = [0xa3, 0x16, 0x21];

test("a certificate's page has a card of 1200 by 630, which shows a revocation immediately", async () => {
  const logo = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#ff00ff' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('logo', new Blob([new Uint8Array(logo)]), 'logo.png');
  await fetch(`${laurel.url}/api/v1/organisation/logo`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${tenant.key}` },
    body: form,
  });
  const { body: changed } = await laurel.call('/organisation', {
    key: tenant.key,
    method: 'PUT',
    body: { brandColor: '#1F4E8C', organizationName: 'Académie' },
  });
  expect(changed).toMatchObject({ brandColor: '#1F4E8C' });
  const certificate = await laurel.issue(tenant);
  const { named, card } = await pageOf(certificate.verificationUrl);
  expect([named('og:image:width'), named('og:image:height'), named('twitter:card')]).toEqual([
    '1200',
    '630',
    'summary_large_image',
  ]);
  expect(named('og:title')).toContain(VARIABLES.name);
  expect(named('og:description')).toContain('valid');
  const valid = await cardOf(card);
  expect(valid.png.length).toBeLessThan(300_000);
  expect(await sharp(valid.png).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
  expect(await pixelsOf(valid.png, [0x1f, 0x4e, 0x8c])).toBeGreaterThan(1200 * 20);
  expect(await pixelsOf(valid.png, [0xff, 0x00, 0xff])).toBeGreaterThan(1000);
  expect(await pixelsOf(valid.png, GREEN)).toBeGreaterThan(200);
  const etag = valid.headers.get('ETag') ?? '';
  expect((await fetch(card, { headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' } })).status).toBe(304);
  await laurel.call('/organisation', { key: tenant.key, method: 'PUT', body: { brandColor: '#9A3412' } });
  const recoloured = await pageOf(certificate.verificationUrl);
  expect(recoloured.card).not.toBe(card);
  expect(await pixelsOf((await cardOf(recoloured.card)).png, [0x9a, 0x34, 0x12])).toBeGreaterThan(1200 * 20);
  await laurel.call(`/certificates/${certificate.id}/revoke`, { key: tenant.key, body: { reason: 'error' } });
  const after = await pageOf(certificate.verificationUrl);
  expect(after.card).not.toBe(card);
  for (const url of [card, after.card]) {
    const { png } = await cardOf(url);
    expect(await pixelsOf(png, RED)).toBeGreaterThan(200);
    expect(await pixelsOf(png, GREEN)).toBe(0);
  }
});

test('the card is in the language of the page and shows names in any script', async () => {
  const cards = new Set<string>();
  for (const name of ['محمد الأنصاري', '山田太郎', 'अमिताभ', 'דוד', '🎓 Zoë', 'W'.repeat(400)]) {
    const certificate = await laurel.issue(tenant, { ...VARIABLES, name: name.slice(0, 30) });
    for (const language of ['en', 'ar']) {
      const { card } = await pageOf(certificate.verificationUrl, language);
      expect(card).toContain(`language=${language}`);
      cards.add((await cardOf(card)).png.toString('base64'));
    }
  }
  expect(cards.size).toBe(12);
});

test('a card cuts off a name after 160 characters, which would be too small to read', async () => {
  const begins = 'Anna'.padStart(160, 'Anna ');
  const names = [begins, `${begins}A`, `${begins}BB`];
  const { id: templateId } = await importTemplate(laurel.context(tenant), {
    ...{ name: 'Long names', recipientNameVariable: 'name', page: { width: 400, height: 300 } },
    elements: [{ type: 'text', x: 0, y: 0, width: 400, height: 300, text: '{{name}}', font: 'Inter', size: 12 }],
  });
  const cards: string[] = [];
  for (const name of names) {
    const { verificationUrl } = await laurel.issue({ ...tenant, templateId }, { name });
    cards.push((await cardOf((await pageOf(verificationUrl)).card)).png.toString('base64'));
  }
  expect([cards[1] === cards[2], cards[0] === cards[1]]).toEqual([true, false]);
});

test('a card does not count as a verification, and an unknown one is not found', async () => {
  const certificate = await laurel.issue(tenant);
  const { card } = await pageOf(certificate.verificationUrl);
  const count = async () => {
    const db = database(laurel.installation.services.em());
    const { rows } = await sql<{ hits: string }>`select sum(hits) as hits from verification_counts`.execute(db);
    return rows[0]?.hits;
  };
  const before = await count();
  await cardOf(card);
  expect(await count()).toBe(before);
  expect((await fetch(`${laurel.url}/verify/${'0'.repeat(64)}/card.png`)).status).toBe(404);
  expect((await fetch(`${laurel.url}/verify/x/card.png`)).status).toBe(404);
});
