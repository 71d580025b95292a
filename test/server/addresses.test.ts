import { request } from 'node:http';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { database } from '../../database/sql.ts';
import { digitalBazaar, verifierCore } from '../proof/credential/verifiers.ts';
import { operate } from '../support/command.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { freePort } from '../support/free-port.ts';
import { type Host, startHost } from '../support/host.ts';
import { serveHere } from '../support/installation.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { logged } from '../support/log.ts';
import { Mailbox } from '../support/mailbox.ts';
import { waitFor } from '../support/wait-for.ts';
import { checksOf, laurelVerify, save } from '../verifier/command.ts';

/** An installation that moves from A to B, to C, and back to A. Each test continues from the previous one. */

let laurel: Laurel;
let tenant: Tenant;
let mailbox: Mailbox;
let port = 0;
let [a, b, c] = [] as unknown as [Host, Host, Host];
beforeAll(async () => {
  port = await freePort();
  [a, b, c] = [await startHost(port), await startHost(port), await startHost(port)];
  mailbox = await Mailbox.start();
  laurel = await Laurel.start({ PORT: String(port), BASE_URL: a.url, SMTP_URL: mailbox.url });
  atEndOfFile(async () => {
    for (const host of [a, b, c]) await host.stop().catch(() => undefined);
  });
  tenant = await laurel.tenant();
});

async function moveTo(url: string): Promise<void> {
  await laurel.stop();
  await laurel.launch({ BASE_URL: url });
}

const read = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());
// biome-ignore lint/suspicious/noExplicitAny: documents are read here as others read them, by their members
const json = async (url: string): Promise<any> => (await fetch(url)).json();
const trustOf = ({ url }: Host) => json(`${url}/.well-known/laurel.json`);

interface Kept {
  id: string;
  hash: string;
  pdf: string;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  credential: any;
}

/** Issues a certificate and keeps its files, as its recipient does. */
async function issueAndKeep(name: string): Promise<Kept> {
  const body = { templateId: tenant.templateId, variables: VARIABLES, recipientEmail: 'ada@example.org' };
  const { body: issued } = await laurel.call('/certificates', { key: tenant.key, body });
  const certificate = await laurel.rendered(tenant.key, issued.id);
  await logged(laurel);
  return {
    ...{ id: certificate.id, hash: certificate.verificationHash },
    pdf: save(`${name}.pdf`, await read(certificate.pdfUrl)),
    credential: await json(certificate.credentialUrl),
  };
}

const verify = async (file: string, trust: string, ...more: string[]): Promise<Record<string, string>> => {
  const said = await laurelVerify(file, '--trust', trust, '--json', ...more);
  return { ...checksOf(said), text: said.stdout };
};
const ALL = { pdfSignature: 'verified: pdfSigned', file: 'verified: sealed', log: 'verified: logged' };
const GENUINE = { ...ALL, status: 'verified: notRevoked' };
const HERE = { status: 'verified: notRevoked', ...ALL, credential: 'verified: credentialSigned' };
const MOVED = { ...GENUINE, credential: 'verified: credentialMoved' };

/** Fetches the documents that third-party verifiers need, from the addresses in the credential. */
async function webOf(credential: Kept['credential']) {
  const [, , host = '', ...path] = credential.issuer.id.split(':');
  const address = `${decodeURIComponent(host)}/${path.join('/')}/did.json`;
  const list = credential.credentialStatus.statusListCredential;
  return { [`https://${address}`]: await json(`http://${address}`), [list]: await json(list) };
}

let old: Kept;
let ofB: Kept;
let keptTrust = '';
let logName = '';

test('uses the first address everywhere and lists it in laurel.json', async () => {
  old = await issueAndKeep('of-a');
  const trust = await trustOf(a);
  keptTrust = save('kept.json', trust);
  logName = trust.log.origin;
  expect(trust.addresses).toEqual([{ url: a.url, from: expect.any(String), until: null }]);
  expect(await verify(old.pdf, keptTrust)).toMatchObject(HERE);
});

test('keeps the printed address on old certificates after a move, and puts the new one on new certificates', async () => {
  await moveTo(b.url);
  ofB = await issueAndKeep('of-b');
  const { key } = tenant;
  const { body: shown } = await laurel.call(`/certificates/${old.id}`, { key });
  expect(shown.verificationUrl).toBe(`${a.url}/verify/${old.hash}`);
  expect(shown.pdfUrl).toMatch(b.url);
  expect(ofB.credential.issuer.id).toMatch(new URL(b.url).port);
  expect((await laurel.call(`/certificates/${ofB.id}`, { key })).body.verificationUrl).toBe(
    `${b.url}/verify/${ofB.hash}`,
  );
  for (const host of [a, b])
    for (const { hash } of [old, ofB]) {
      expect((await json(`${host.url}/api/v1/verify/${hash}`)).valid).toBe(true);
      const page = await fetch(`${host.url}/verify/${hash}`);
      const text = await page.text();
      expect([page.status, text.includes('class="state good"')]).toEqual([200, true]);
      expect(text).toMatch(`content="${host.url}/verify/${hash}/card.png`);
    }
  const { log, addresses, issuers } = await trustOf(b);
  const [first, second] = addresses;
  expect([log.origin, log.url, addresses.length]).toEqual([logName, `${b.url}/log`, 2]);
  expect([first.url, second.url, second.from, second.until]).toEqual([a.url, b.url, first.until, null]);
  expect(issuers.join()).not.toMatch(new URL(a.url).port);
});

test('uses the printed address in e-mails and exports of an old certificate', async () => {
  const { key } = tenant;
  await laurel.call(`/certificates/${old.id}/email`, { key, method: 'POST', body: {} });
  await mailbox.wait(1);
  expect(mailbox.mails[0]?.text).toMatch(`${a.url}/verify/${old.hash}`);
  const { body: list } = await laurel.call('/certificates', { key });
  expect(list.certificates.map((one: { verificationUrl: string }) => one.verificationUrl)).toEqual([
    `${b.url}/verify/${ofB.hash}`,
    `${a.url}/verify/${old.hash}`,
  ]);
});

test('lets laurel-verify and third-party verifiers accept old files while the former host is kept', async () => {
  const fresh = save('fresh.json', await trustOf(b));
  expect(await verify(old.pdf, keptTrust)).toMatchObject(HERE);
  expect(await verify(old.pdf, keptTrust, '--offline')).toMatchObject({
    ...{ status: 'not checkable: offline', credential: 'verified: credentialSigned', pdfSignature: ALL.pdfSignature },
  });
  const moved = await verify(old.pdf, fresh);
  expect(moved).toMatchObject(MOVED);
  expect(moved.text).toMatch(`(${a.url} → ${b.url})`);
  expect(await verify(ofB.pdf, fresh)).toMatchObject(HERE);
  expect(await verify(old.pdf, fresh, '--offline')).toMatchObject({ credential: 'not checkable: offline' });
  for (const credential of [old.credential, ofB.credential])
    for (const verifier of [digitalBazaar, verifierCore])
      expect(await verifier(credential, await webOf(credential))).toMatchObject({ isValid: true, isRevoked: false });
});

test('answers for a former host that is gone, including revocations', {
  timeout: 60_000,
}, async () => {
  await a.stop();
  const fresh = save('fresh.json', await trustOf(b));
  expect(await verify(old.pdf, fresh)).toMatchObject(MOVED);
  const { status, credential } = await verify(old.pdf, keptTrust);
  expect([status, credential]).toEqual(['not checkable: unreachable', 'verified: credentialSigned']);
  const { key } = tenant;
  await laurel.call(`/certificates/${old.id}/revoke`, { key, body: { reason: 'by mistake' } });
  await logged(laurel);
  expect((await verify(old.pdf, fresh)).status).toMatch(/^failed: /);
  await laurel.call(`/certificates/${old.id}/reinstate`, { key, body: {} });
  await logged(laurel);
  await waitFor(
    'the reinstated status',
    async () => (await verify(old.pdf, fresh)).status,
    (status) => status === 'verified: notRevoked',
    { everyMs: 500, limitMs: 30_000 },
  );
});

test('accepts the files of all addresses after a second move and a move back', async () => {
  await moveTo(c.url);
  const ofC = await issueAndKeep('of-c');
  const atC = save('at-c.json', await trustOf(c));
  for (const { pdf } of [old, ofB]) expect(await verify(pdf, atC)).toMatchObject(MOVED);
  expect(await verify(ofC.pdf, atC)).toMatchObject(HERE);
  await b.stop();
  expect(await verify(ofB.pdf, atC)).toMatchObject(MOVED);
  a = await startHostAgain(a.url);
  await moveTo(a.url);
  const { addresses, log } = await trustOf(a);
  expect(addresses.map(({ url }: { url: string }) => url)).toEqual([a.url, b.url, c.url, a.url]);
  expect(addresses.map(({ until }: { until: string | null }) => until === null)).toEqual([false, false, false, true]);
  expect(log.origin).toBe(logName);
  const back = save('back.json', await trustOf(a));
  expect(await verify(old.pdf, back)).toMatchObject(HERE);
  for (const { pdf } of [ofB, ofC]) expect(await verify(pdf, back)).toMatchObject(MOVED);
  const { code, out } = await operate(laurel, 'addresses', 'list');
  expect([code, JSON.parse(out)]).toEqual([0, addresses]);
});

/** Starts a host at the same address as before. */
const startHostAgain = (url: string): Promise<Host> => startHost(port, Number(new URL(url).port));

/** Fetches a page with this header Host. */
const pageAt = (host: string, path: string, more: Record<string, string> = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers: { host, ...more } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(text);
    });
    sent.on('error', reject).end();
  });

test('answers any other host with the current address', async () => {
  const path = `/issuers/${tenant.organisationId}/did.json`;
  const didAt = async (host: string) => JSON.parse(await pageAt(host, path)).id;
  const did = (host: string) => `did:web:${encodeURIComponent(host)}:issuers:${tenant.organisationId}`;
  const [present, former] = [new URL(a.url).host, new URL(c.url).host];
  expect(await didAt(former)).toBe(did(former));
  expect(await didAt(former.toUpperCase())).toBe(did(former));
  const others = [
    'stranger.example',
    `${former}, ${present}`,
    `${former}/`,
    `x@${former}`,
    `${former}.`,
    '[',
    'localhost:99999',
  ];
  for (const host of others) expect([host, await didAt(host)]).toEqual([host, did(present)]);
});

test('treats a change of the scheme as a change of the address', async () => {
  const secure = a.url.replace('http:', 'https:');
  await laurel.stop();
  await laurel.launch({ BASE_URL: secure, TRUST_PROXY: 'loopback' });
  const path = `/issuers/${tenant.organisationId}/status/0`;
  const listAt = async (protocol: string) => {
    const { host } = new URL(a.url);
    return JSON.parse(await pageAt(host, path, { 'x-forwarded-proto': protocol })).id;
  };
  expect(await listAt('http')).toBe(a.url + path);
  expect(await listAt('https')).toBe(secure + path);
  expect(await listAt('gopher')).toBe(secure + path);
  await laurel.stop();
  await laurel.launch({ BASE_URL: a.url, TRUST_PROXY: '' });
});

test('records an address once when processes start concurrently', async () => {
  await laurel.stop();
  const environment = { ...laurel.operatorEnvironment(), BASE_URL: c.url, PORT: '0' };
  const started = await Promise.all([1, 2, 3, 4].map(() => serveHere(environment)));
  for (const { stop } of started) await stop();
  await laurel.launch({ BASE_URL: c.url });
  const { addresses } = await trustOf(c);
  expect(addresses.filter(({ url }: { url: string }) => url === c.url)).toHaveLength(2);
  expect(addresses.at(-1)).toMatchObject({ url: c.url, until: null });
  await moveTo(a.url);
});

test('does not follow an address that SQL wrote into a certificate, and reports it', async () => {
  const shown = async () => (await laurel.call(`/certificates/${ofB.id}`, { key: tenant.key })).body.verificationUrl;
  const isVerified = async () => (await laurel.call(`/verify/${ofB.hash}`)).body.integrityVerified;
  const write = (address: string) =>
    sql`update certificates set address = ${address} where id = ${ofB.id}`.execute(
      database(laurel.installation.services.em()),
    );
  for (const address of ['https://stranger.example', 'not an address', '']) {
    await write(address);
    expect([await shown(), await isVerified()]).toEqual([`${a.url}/verify/${ofB.hash}`, false]);
  }
  await write(a.url);
  expect(await isVerified()).toBe(false);
  await write(b.url);
  expect([await shown(), await isVerified()]).toEqual([`${b.url}/verify/${ofB.hash}`, true]);
});

test('ignores an address row that SQL wrote, and reports it', async () => {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database(laurel.installation.services.em()));
  const listed = async () =>
    (await trustOf(a)).addresses.map(({ url, until }: { url: string; until: string | null }) => [url, until === null]);
  const findings = async () => JSON.parse((await operate(laurel, 'reconcile')).out);
  const before = await listed();
  expect(JSON.stringify(await findings())).not.toMatch(/addresses/);
  await run(sql`insert into addresses (number, url, from_at, until_at, mac)
    select 99, 'https://stranger.example', from_at, until_at, mac from addresses where number = 1`);
  await moveTo(a.url);
  expect(await listed()).toEqual(before);
  expect(JSON.stringify(await findings())).toMatch(/addresses are missing or were changed/);
  await run(sql`delete from addresses where number = 99`);
  await run(sql`update addresses set url = 'https://stranger.example' where number = 2`);
  await moveTo(a.url);
  expect(await listed()).toEqual(before.filter((_one: unknown, at: number) => at !== 1));
  expect(JSON.stringify(await findings())).toMatch(/addresses are missing or were changed/);
});

test('adds unrecorded addresses from FORMER_BASE_URLS', async () => {
  const { addresses: before } = await trustOf(a);
  await laurel.stop();
  await laurel.launch({ FORMER_BASE_URLS: `${b.url}/, ${a.url}, HTTPS://Old.Example:443/x/,${b.url}` });
  const { addresses } = await trustOf(a);
  const until = before[0].from;
  expect(addresses).toEqual([
    { url: b.url, from: null, until },
    { url: 'https://old.example/x', from: null, until },
    ...before,
  ]);
  const trust = save('listed.json', await trustOf(a));
  expect(await verify(ofB.pdf, trust)).toMatchObject(MOVED);
});
