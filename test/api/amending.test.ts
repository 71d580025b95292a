import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import * as mupdf from 'mupdf';
import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '../../domain/api-keys/create.ts';
import { openSandbox } from '../../domain/sandbox/open.ts';
import { importTemplate } from '../../domain/templates/import.ts';
import type { Laurel, Tenant } from '../support/laurel.ts';
import { logged, query, startWithLog } from '../support/log.ts';
import { waitFor } from '../support/wait-for.ts';
import { checksOf, laurelVerify, save } from '../verifier/command.ts';

const box = { x: 10, width: 280, height: 40, font: 'Inter', size: 12 };
const PLAIN = {
  name: 'Course',
  language: 'en-GB',
  recipientNameVariable: 'name',
  page: { width: 300, height: 200 },
  elements: [
    { type: 'text', ...box, y: 10, text: '{{name}}' },
    { type: 'text', ...box, y: 60, text: '{{course}}' },
  ],
  variables: { course: { type: 'text', default: 'Welding' } },
};
const DATED = {
  ...PLAIN,
  elements: [...PLAIN.elements, { type: 'text', ...box, y: 110, text: 'Until {{expiresOn}}.' }],
};

let laurel: Laurel;
beforeAll(async () => {
  laurel = await startWithLog();
});

async function tenantWith(design: object): Promise<Tenant> {
  const tenant = await laurel.tenant();
  const { id: templateId } = await importTemplate(laurel.context(tenant), design);
  return { ...tenant, templateId };
}

async function issued({ key, templateId }: Tenant, more: object = {}) {
  const { body } = await laurel.call('/certificates', {
    key,
    body: { templateId, variables: { name: 'Ada Lovlace' }, ...more },
  });
  return laurel.rendered(key, body.id);
}

const contentOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());
const textOf = async (url: string) =>
  mupdf.Document.openDocument(await contentOf(url), 'application/pdf')
    .loadPage(0)
    .toStructuredText('')
    .asText();
interface Credential {
  id: string;
  validUntil?: string;
  credentialStatus: { statusListCredential: string; statusListIndex: string };
}
const jsonOf = async <Result = Credential>(url: string) => (await (await fetch(url)).json()) as Result;
const statusOf = async (url: string) => (await fetch(url)).status;

async function isBitSet({
  credentialStatus,
}: {
  credentialStatus: { statusListCredential: string; statusListIndex: string };
}) {
  const { credentialSubject } = await jsonOf<{ credentialSubject: { encodedList: string } }>(
    credentialStatus.statusListCredential,
  );
  const list = gunzipSync(Buffer.from(credentialSubject.encodedList.slice(1), 'base64url'));
  const index = Number(credentialStatus.statusListIndex);
  return ((list[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

/** Returns the names of a certificate's files in the storage. */
const storedNames = (urls: Record<string, string>): Promise<string[]> =>
  Promise.all(
    Object.entries({ pdfUrl: 'pdf', imageUrl: 'png', credentialUrl: 'json' }).map(async ([kind, end]) => {
      const content = await contentOf(urls[kind] ?? '');
      return `${createHash('sha256').update(content).digest('hex')}.${end}`;
    }),
  );

/** Returns those of the names under which the storage has a file. */
async function storedAmong(names: readonly string[], of: { organisationId: string; id: string }): Promise<string[]> {
  const { storage } = laurel.installation.services;
  const found = await Promise.all(names.map((name) => storage.get({ ...of, name })));
  return names.filter((_, index) => found[index]);
}

const expiry = (key: string, id: string, expiresAt: string | null, reason = 'Agreed') =>
  laurel.call(`/certificates/${id}/expiry`, { key, body: { expiresAt, reason } });

const correct = (key: string, id: string, body: object) =>
  laurel.call(`/certificates/${id}/correct`, { key, body: { reason: 'Misspelt', ...body } });

test('a later expiry gives a new credential of the same id, and leaves a PDF without the date as it is', async () => {
  const tenant = await tenantWith(PLAIN);
  const { key } = tenant;
  const before = await issued(tenant, { expiresAt: '2040-01-31' });
  const former = await jsonOf(before.credentialUrl);
  const { status, body } = await expiry(key, before.id, '2050-01-31');
  expect([status, body.expiresAt, body.renderStatus]).toEqual([200, '2050-02-01T00:00:00.000Z', 'COMPLETED']);
  expect(body).toMatchObject({ verificationHash: before.verificationHash, pdfUrl: before.pdfUrl, revision: 1 });
  expect(body.credentialUrl).not.toBe(before.credentialUrl);
  expect(await statusOf(before.credentialUrl)).toBe(410);
  const credential = await jsonOf(body.credentialUrl);
  expect([credential.id, credential.validUntil]).toEqual([former.id, '2050-02-01T00:00:00Z']);
  expect(await isBitSet(former)).toBe(false);
  const again = await jsonOf((await expiry(key, before.id, '2060-01-31')).body.credentialUrl);
  expect([again.id, again.validUntil]).toEqual([former.id, '2060-02-01T00:00:00Z']);
  const verified = (await laurel.call(`/verify/${before.verificationHash}`)).body;
  expect(verified).toMatchObject({ valid: true, integrityVerified: true });
  expect(verified.certificate.expiresAt).toBe('2060-02-01T00:00:00.000Z');
});

test('an earlier expiry revokes the former credential, and renders a PDF that shows the date again', async () => {
  const tenant = await tenantWith(DATED);
  const { key } = tenant;
  const before = await issued(tenant, { expiresAt: '2040-01-31' });
  expect(await textOf(before.pdfUrl)).toContain('Until 2040-01-31.');
  const former = await jsonOf(before.credentialUrl);
  const pdf = save('before-expiry.pdf', await contentOf(before.pdfUrl));
  const names = await storedNames(before);
  const stored = () => storedAmong(names, { organisationId: tenant.organisationId, id: before.id });
  expect(await stored()).toEqual(names);
  expect((await expiry(key, before.id, '2035-01-31')).body.renderStatus).toBe('PENDING');
  const after = await laurel.rendered(key, before.id);
  expect(await textOf(after.pdfUrl)).toContain('Until 2035-01-31.');
  for (const kind of ['pdfUrl', 'imageUrl', 'credentialUrl']) {
    expect(await statusOf(before[kind]), kind).toBe(410);
    expect(await statusOf(after[kind]), kind).toBe(200);
  }
  // The certificate was ready before.
  expect((await laurel.call('/events?types=certificate.ready', { key })).body.events).toHaveLength(1);
  const verified = (await laurel.call(`/verify/${before.verificationHash}`)).body;
  expect(verified).toMatchObject({ valid: true, integrityVerified: true });
  await waitFor(
    'the bit of the former credential',
    () => isBitSet(former),
    (isSet) => isSet,
  );
  await logged(laurel);
  const trust = save('amending-laurel.json', await contentOf(`${laurel.url}/.well-known/laurel.json`));
  for (const file of [pdf, save('after-expiry.pdf', await contentOf(after.pdfUrl))]) {
    const said = await laurelVerify(file, '--trust', trust, '--json');
    expect([said.status, checksOf(said)], file).toEqual([0, expect.anything()]);
  }
  await waitFor('the end of the former files', stored, ({ length }) => length === 0);
});

test('the page knows until when each former file was in force', async () => {
  const tenant = await tenantWith(DATED);
  const sandbox = await openSandbox(laurel.context(tenant));
  const { key } = await createApiKey(sandbox, { name: 'test', scopes: ['certificates:write'] });
  const { id, verificationUrl } = await issued({ ...tenant, key }, { expiresAt: '2050-01-31' });
  for (const [day, until] of [
    ['05', '2051-01-31'],
    ['09', '2052-01-31'],
  ] as const) {
    await laurel.call('/test/clock', { key, body: { now: `2040-03-${day}T12:00:00Z` } });
    expect((await expiry(key, id, until)).status).toBe(200);
    await laurel.rendered(key, id);
  }
  const endsOn = async (url: string) => {
    const page = await (await fetch(`${url}?lang=en`)).text();
    const [, former = ''] = /data-former="([^"]*)"/.exec(page) ?? [];
    return former.match(/\d+ March 2040/g);
  };
  expect(await endsOn(verificationUrl)).toEqual(['5 March 2040', '9 March 2040']);
  await laurel.call('/test/clock', { key, body: { now: '2040-03-12T12:00:00Z' } });
  expect((await correct(key, id, { variables: { name: 'Ada Lovelace' } })).status).toBe(201);
  const corrected = await laurel.rendered(key, id);
  expect(await endsOn(corrected.verificationUrl)).toEqual(['5 March 2040', '9 March 2040', '12 March 2040']);
});

test('a dry run of a correction answers with its faults and its result, and changes nothing', async () => {
  const tenant = await tenantWith(PLAIN);
  const { key } = tenant;
  const before = await issued(tenant, { recipientEmail: 'ada@example.org' });
  const dry = (more: object) => correct(key, before.id, { ...more, dryRun: true });
  expect((await dry({ variables: { name: ' ' } })).body.details).toMatchObject([{ path: 'variables.name' }]);
  expect((await dry({})).body).toMatchObject({ reason: 'no_change' });
  const { status, body } = await dry({ variables: { name: 'ADA LOVELACE' } });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      ...{ id: before.id, recipientName: 'ADA LOVELACE', revision: 2, renderStatus: 'PENDING' },
      warnings: [expect.objectContaining({ path: 'variables.name' })],
    }),
  ]);
  expect(body.verificationHash).not.toBe(before.verificationHash);
  // The certificate itself is no earlier one of its recipient.
  expect((await dry({ awardedOn: '2020-02-29' })).body).toMatchObject({ awardedOn: '2020-02-29', warnings: [] });
  expect((await laurel.call(`/certificates/${before.id}`, { key })).body).toEqual(before);
  expect((await laurel.call(`/verify/${before.verificationHash}`)).body.valid).toBe(true);
});

test('a correction keeps the id, and the former hash and files lead to the corrected certificate', async () => {
  const tenant = await tenantWith(PLAIN);
  const { key } = tenant;
  const balance = async () => (await laurel.call('/credits', { key })).body.balance;
  const before = await issued(tenant, { recipientEmail: 'ada@example.org' });
  const former = await jsonOf(before.credentialUrl);
  const pdf = save('former.pdf', await contentOf(before.pdfUrl));
  const credits = await balance();
  const { status, body } = await correct(key, before.id, { variables: { name: 'Ada Lovelace' } });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ...{ id: before.id, recipientName: 'Ada Lovelace', revision: 2, renderStatus: 'PENDING', status: 'GENERATED' },
    credits: { consumed: 0, remaining: credits },
  });
  const after = await laurel.rendered(key, before.id);
  expect(after).toMatchObject({ revision: 2, recipientName: 'Ada Lovelace', verificationHash: body.verificationHash });
  expect(await textOf(after.pdfUrl)).toContain('Ada Lovelace');
  const asked = (await laurel.call(`/verify/${before.verificationHash}`)).body;
  expect(asked).toMatchObject({
    ...{ valid: false, integrityVerified: true, replacedBy: after.verificationUrl },
    certificate: { id: before.id, status: 'REPLACED', recipientName: null },
  });
  expect(asked.history).toBeUndefined();
  const verified = (await laurel.call(`/verify/${after.verificationHash}`)).body;
  expect(verified).toMatchObject({ valid: true, integrityVerified: true, certificate: { status: 'GENERATED' } });
  expect(verified.history).toMatchObject([{ revision: 2, changed: ['variables.name'] }]);
  for (const search of [before.verificationHash, encodeURIComponent(before.verificationUrl), after.verificationHash]) {
    const { certificates } = (await laurel.call(`/certificates?search=${search}`, { key })).body;
    expect(certificates.map(({ id }: { id: string }) => id)).toEqual([before.id]);
  }
  const page = await (await fetch(`${before.verificationUrl}?lang=en`)).text();
  expect(page).toContain('You opened an earlier version of this certificate.');
  expect(page).toContain('Ada Lovelace');
  expect(JSON.stringify([verified, asked, page])).not.toContain('Lovlace');
  for (const kind of ['pdfUrl', 'imageUrl', 'credentialUrl']) expect(await statusOf(before[kind]), kind).toBe(410);
  await waitFor(
    'the bit of the former credential',
    () => isBitSet(former),
    (isSet) => isSet,
  );
  expect(await isBitSet(await jsonOf(after.credentialUrl))).toBe(false);
  await logged(laurel);
  const trust = save('amending-laurel.json', await contentOf(`${laurel.url}/.well-known/laurel.json`));
  const said = await laurelVerify(pdf, '--trust', trust, '--json');
  expect([said.status, checksOf(said)]).toEqual([1, expect.objectContaining({ status: 'failed: replaced' })]);
  expect(checksOf(said).pdfSignature).toMatch(/^verified/);
  const now = await laurelVerify(save('corrected.pdf', await contentOf(after.pdfUrl)), '--trust', trust, '--json');
  expect([now.status, checksOf(now)]).toEqual([0, expect.anything()]);
  const ofCertificate = `select former from certificate_revisions where certificate_id = '${before.id}'`;
  const kept = await query<{ former: string | null }>(laurel, ofCertificate);
  expect(kept).toEqual([{ former: null }]);
  // A renewal is one of the corrected certificate. The former hash says nothing about it.
  await laurel.call(`/certificates/${before.id}/renew`, { key, body: {} });
  const renewed = (await laurel.call(`/verify/${after.verificationHash}`)).body;
  expect(renewed.renewedBy).toContain('/verify/');
  expect((await laurel.call(`/verify/${before.verificationHash}`)).body).toEqual(asked);
});
