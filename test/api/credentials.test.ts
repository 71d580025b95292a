import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { importTemplate } from '../../domain/templates/import.ts';
import { publishTemplate } from '../../domain/templates/publish-from-code.ts';
import { STATUS_LIST_SIZE } from '../../proof/credential/index.ts';
import { digitalBazaar, verifierCore } from '../proof/credential/verifiers.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { photograph } from '../support/portraits.ts';
import { waitFor } from '../support/wait-for.ts';

let laurel: Laurel;
let tenant: Tenant;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ credits: 100 });
});

const EMAIL = 'ada@example.org';

interface Issued {
  id: string;
  verificationHash: string;
  credentialUrl: string;
  imageUrl: string;
}

async function issue(templateId = tenant.templateId): Promise<Issued> {
  const { key } = tenant;
  const body = { templateId, variables: VARIABLES, recipientEmail: EMAIL };
  const { body: issued } = await laurel.call('/certificates', { key, body });
  return (await laurel.rendered(key, issued.id)) as Issued;
}

// biome-ignore lint/suspicious/noExplicitAny: a credential is read here as a wallet reads it, by its members
const credentialOf = async (url: string): Promise<any> => (await fetch(url)).json();

/** Returns the documents that verifiers fetch from a credential's issuer, by address. */
async function webOf(credential: { issuer: { id: string }; credentialStatus: { statusListCredential: string } }) {
  const { id } = credential.issuer;
  const [, , host = '', ...path] = id.split(':');
  const list = credential.credentialStatus.statusListCredential;
  const address = `${decodeURIComponent(host)}/${path.join('/')}/did.json`;
  return { [`https://${address}`]: await credentialOf(`http://${address}`), [list]: await credentialOf(list) };
}

test("independent verifiers accept a certificate's credential and its schema", async () => {
  const credential = await credentialOf((await issue()).credentialUrl);
  const web = await webOf(credential);
  for (const verify of [digitalBazaar, verifierCore])
    expect(await verify(credential, web)).toEqual({ isValid: true, isRevoked: false, isOfSchema: true });
});

test('the status list shows a revocation and its end within a minute', { timeout: 150_000 }, async () => {
  const { id, credentialUrl } = await issue();
  const credential = await credentialOf(credentialUrl);
  const isRevoked = async () => (await digitalBazaar(credential, await webOf(credential))).isRevoked;
  const becomes = (wanted: boolean) =>
    waitFor('a change of the status list', isRevoked, (now) => now === wanted, { everyMs: 500, limitMs: 60_000 });
  expect(await isRevoked()).toBe(false);
  const { key } = tenant;
  await laurel.call(`/certificates/${id}/revoke`, { key, body: { reason: 'issued by mistake' } });
  expect(await becomes(true)).toBe(true);
  await laurel.call(`/certificates/${id}/reinstate`, { key, body: {} });
  expect(await becomes(false)).toBe(false);
});

test('a full status list is followed by another one, and each has its own revocations', async () => {
  const own = await laurel.tenant();
  const { organisationId } = own;
  await laurel.issue(own);
  await query(
    laurel,
    `update status_lists set next = ${STATUS_LIST_SIZE - 1} where organisation_id = '${organisationId}'`,
  );
  const statusOf = async (issued: Issued) => (await credentialOf(issued.credentialUrl)).credentialStatus;
  const addressOf = (list: number) => `${laurel.url}/issuers/${organisationId}/status/${list}`;
  const last = await laurel.issue(own);
  expect((await fetch(addressOf(1))).status).toBe(404);
  const next = await laurel.issue(own);
  await laurel.call(`/certificates/${last.id}/revoke`, { key: own.key, body: { reason: 'issued by mistake' } });
  const revoked = [0, 1].map(async (list) => {
    const { encodedList } = (await credentialOf(addressOf(list))).credentialSubject;
    const bytes = [...gunzipSync(Buffer.from(encodedList.slice(1), 'base64url')).entries()];
    return bytes.flatMap(([at, byte]) => (byte === 0 ? [] : [8 * at + Math.clz32(byte) - 24]));
  });
  const [place, later] = [await statusOf(last), await statusOf(next)];
  expect(await Promise.all(revoked)).toEqual([[Number(place.statusListIndex)], []]);
  expect([place, later].map(({ statusListCredential }) => statusListCredential)).toEqual(
    [0, 1].map((list) => expect.stringMatching(`/issuers/${organisationId}/status/${list}$`)),
  );
});

test('the credential names the recipient only by a salted hash of the address', async () => {
  const text = await (await fetch((await issue()).credentialUrl)).text();
  expect(text).not.toContain(EMAIL);
  expect(text).not.toContain(VARIABLES.name);
  const [identity] = JSON.parse(text).credentialSubject.identifier;
  const hash = createHash('sha256').update(`${EMAIL}${identity.salt}`).digest('hex');
  expect(identity).toMatchObject({ hashed: true, identityType: 'emailAddress', identityHash: `sha256$${hash}` });
});

test('returns the same credential at its address, through the API and in the image', async () => {
  const { id, credentialUrl, imageUrl } = await issue();
  const response = await fetch(credentialUrl);
  expect(response.headers.get('content-type')).toBe('application/vc+ld+json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const text = await response.text();
  expect(JSON.parse(text).id).toBe(credentialUrl);
  const called = await fetch(`${laurel.url}/api/v1/certificates/${id}/credential`, {
    headers: { Authorization: `Bearer ${tenant.key}` },
  });
  expect(called.headers.get('content-type')).toBe('application/vc+ld+json');
  expect(await called.text()).toBe(text);
  const image = Buffer.from(await (await fetch(imageUrl)).arrayBuffer());
  expect(image.includes(Buffer.from(`iTXtopenbadgecredential\0\0\0\0\0${text}`))).toBe(true);
});

test("the achievement has the description, criteria and picture of its version's design", async () => {
  const design = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
  const dot =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  design.description = 'Awarded for a year of computing.';
  design.achievement = { criteria: 'Passed every examination.', image: dot };
  const { id: templateId } = await importTemplate(laurel.context(tenant), design);
  const { achievement } = (await credentialOf((await issue(templateId)).credentialUrl)).credentialSubject;
  expect(achievement).toMatchObject({
    name: design.name,
    description: design.description,
    criteria: { narrative: 'Passed every examination.' },
  });
  const picture = await fetch(achievement.image.id);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  const image = `data:image/jpeg;base64,${(await photograph('#123')).toString('base64')}`;
  const next = { ...design, achievement: { ...design.achievement, image } };
  await publishTemplate(laurel.context(tenant), { id: templateId, design: next });
  const later = (await credentialOf((await issue(templateId)).credentialUrl)).credentialSubject.achievement;
  const types = [achievement, later].map(async (own) => (await fetch(own.image.id)).headers.get('content-type'));
  expect(await Promise.all(types)).toEqual(['image/png', 'image/jpeg']);
  const plain = await credentialOf((await issue()).credentialUrl);
  expect((await fetch(plain.credentialSubject.achievement.image.id)).status).toBe(200);
});

test('certificates of an organisation have unique places in its status lists', async () => {
  const { key, templateId } = tenant;
  const recipients = Array.from({ length: 40 }, () => ({ variables: VARIABLES }));
  const { body: batch } = await laurel.call('/batches', { key, body: { templateId, recipients } });
  await laurel.completed(key, batch.batchId);
  const { body: page } = await laurel.call(`/certificates?batchId=${batch.batchId}&limit=100`, { key });
  const urls = page.certificates.map(({ credentialUrl }: Issued) => credentialUrl);
  const places = await Promise.all(urls.map(async (url: string) => (await credentialOf(url)).credentialStatus.id));
  expect(new Set(places).size).toBe(40);
});

test('unknown credentials, lists and documents are not found', async () => {
  const { organisationId } = tenant;
  const other = crypto.randomUUID();
  for (const path of [
    `/issuers/${other}/did.json`,
    `/issuers/${other}/status/0`,
    `/issuers/${organisationId}/status/1`,
    `/issuers/${organisationId}/status/-1`,
    `/issuers/${organisationId}/status/0x0`,
    '/issuers/x/did.json',
    `/achievements/${organisationId}/${tenant.templateId}/00`,
  ])
    expect([path, (await fetch(`${laurel.url}${path}`)).status]).toEqual([path, 404]);
  const stranger = await laurel.tenant();
  const { id } = await issue();
  expect((await laurel.call(`/certificates/${id}/credential`, { key: stranger.key })).status).toBe(404);
});
