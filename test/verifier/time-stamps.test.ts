import { createPublicKey, generateKeyPairSync, type KeyObject, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigner } from '../../proof/pdf-signature/index.ts';
import { type Check, OFFLINE, readTrust, verifyFile } from '../../verifier/index.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { CA_EXTENSIONS, makeKey } from '../proof/pdf-signature/openssl-keys.ts';
import { startAuthority, type TimeStampAuthority } from '../proof/pdf-signature/time-stamp-authority.ts';
import { signedPdf } from './certificate-pdf.ts';
import { Installation } from './installation.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-verify-stamps-'));
let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(async () => {
  await installation.stop();
  rmSync(folder, { recursive: true });
});

/** Returns the off-line verdict on a PDF's signature. Trusts the given certificates in addition to the installation's own. */
async function judge(pdf: Uint8Array, ...certificates: string[]): Promise<Check | undefined> {
  const trust = installation.trust();
  trust.pdfCertificates.push(...certificates);
  return judgeBy(trust, pdf);
}

async function judgeBy(trust: object, pdf: Uint8Array): Promise<Check | undefined> {
  const means = { trust: readTrust(JSON.stringify(trust)), foundAt: null, web: OFFLINE, head: null, now: new Date() };
  return (await verifyFile(pdf, means)).checks.find(({ check }) => check !== 'credential');
}

const credential = () => installation.credential('ab'.repeat(32), 7);

describeJudgedBy(['openssl'], 'with the keys and time stamps of OpenSSL', () => {
  test('an RSA signer with its chain is verified only if the chain is trusted, too', async () => {
    const root = makeKey(folder, 'root', { extensions: CA_EXTENSIONS });
    const own = makeKey(folder, 'own', {
      kind: 'rsa',
      issuer: root,
      extensions: ['keyUsage=critical,digitalSignature'],
    });
    const now = new Date(Date.now() + 1000);
    const signer = loadSigner(own.keyPem, own.certificatePem + root.certificatePem, now);
    const pdf = await signedPdf(await credential(), signer, { time: now });
    expect(await judge(pdf, own.certificatePem + root.certificatePem)).toMatchObject({ outcome: 'verified' });
    expect(await judge(pdf, own.certificatePem)).toMatchObject({ outcome: 'failed', reason: 'pdfSignatureWrong' });
    expect(await judge(pdf, root.certificatePem)).toMatchObject({ outcome: 'failed', reason: 'pdfSignerUnknown' });
  });

  test('a compromised RSA key is recognised by its certificate, and no other key is taken for it', async () => {
    const own = makeKey(folder, 'compromised', { kind: 'rsa', extensions: ['keyUsage=critical,digitalSignature'] });
    const now = new Date(Date.now() + 1000);
    const pdf = await signedPdf(await credential(), loadSigner(own.keyPem, own.certificatePem, now), { time: now });
    const judgeWithout = (compromised: KeyObject) => {
      const { pdfCertificates, keys, ...trust } = installation.trust();
      const publicKeyJwk = compromised.export({ format: 'jwk' });
      const distrusted = { id: 'pdf-2', purpose: 'pdf', distrustedFrom: now.toISOString(), publicKeyJwk };
      const certificates = [...pdfCertificates, own.certificatePem];
      return judgeBy({ ...trust, pdfCertificates: certificates, keys: [...keys, distrusted] }, pdf);
    };
    expect(await judgeWithout(createPublicKey(own.keyPem))).toMatchObject({ reason: 'dependsOnLog' });
    const { publicKey: other } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(await judgeWithout(other)).toMatchObject({ outcome: 'verified' });
  });

  let authority: TimeStampAuthority;
  beforeAll(async () => {
    authority = await startAuthority(folder, { kind: 'rsa', essDigest: 'sha256' });
  });
  afterAll(() => authority.close());

  const stamp = (digest: Uint8Array): Promise<Uint8Array> => authority.stamp(digest);

  test('a time stamp is verified and reported with its authority', async () => {
    const pdf = await signedPdf(await credential(), installation.pdfSigner, { stamp });
    expect(await judge(pdf)).toMatchObject({ outcome: 'verified', detail: expect.stringContaining('tsa-rsa') });
  });

  test('a time stamp for another signature fails', async () => {
    const pdf = await signedPdf(await credential(), installation.pdfSigner, { stamp: () => stamp(Buffer.alloc(32)) });
    expect(await judge(pdf)).toMatchObject({ outcome: 'failed', reason: 'timestampWrong' });
  });

  test('a certificate with two signature algorithms fails, including the last of the chain', async () => {
    const pdf = await signedPdf(await credential(), installation.pdfSigner, { stamp });
    // ecdsa-with-SHA256 and the start of the issuer's name. With a length of 14 the algorithm takes in that start, and the rest of the name
    // can still be parsed as a name.
    const inside = Buffer.from('300A06082A8648CE3D04030230173115');
    const found: number[] = [];
    for (let at = pdf.indexOf(inside); at >= 0; at = pdf.indexOf(inside, at + 1)) found.push(at);
    // Certificates of the authority and of its root.
    expect(found).toHaveLength(2);
    for (const at of found) {
      const changed = Buffer.from(pdf);
      changed.write('300E', at);
      expect(await judge(changed)).toMatchObject({ outcome: 'failed' });
    }
  });

  test('any flipped bit of a file with a time stamp is detected, except in the issuer name of the last certificate', async () => {
    const pdf = await signedPdf(await credential(), installation.pdfSigner, { stamp });
    const accepted: number[] = [];
    for (let round = 0; round < 1500; round++) {
      const changed = Buffer.from(pdf);
      const at = randomInt(pdf.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << randomInt(8));
      if ((await judge(changed))?.outcome !== 'failed') accepted.push(at);
    }
    // Issuer name of the authority's root. Nothing in the file confirms it.
    const name = `0C0C${Buffer.from('tsa-root-rsa').toString('hex').toUpperCase()}`;
    const attribute = `311530130603550403${name}`;
    const isRootName = (at: number) =>
      pdf.toString('latin1', at - attribute.length, at + attribute.length).includes(attribute);
    expect(accepted.filter((at) => !isRootName(at))).toEqual([]);
  }, 300_000);
});
