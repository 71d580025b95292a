import { createHash, randomInt, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bakePng } from '../../proof/credential/index.ts';
import { encodeCms, signedAttributes } from '../../proof/pdf-signature/cms.ts';
import { integer, sequence, setOf } from '../../proof/pdf-signature/der.ts';
import { loadSigner, makeSelfSigned, placeholder, reserveFor } from '../../proof/pdf-signature/index.ts';
import { type Check, OFFLINE, readTrust, verifyFile } from '../../verifier/index.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { withRevision } from '../proof/pdf-signature/sample-pdf.ts';
import { scale } from '../support/faults.ts';
import { signedPdf, unsignedPdf } from './certificate-pdf.ts';
import { checksOf, laurelVerify, save } from './command.ts';
import { Installation, type Issued, makeKey } from './installation.ts';

let installation: Installation;
let issued: Issued;
let other: Issued;
let trust = '';
beforeAll(async () => {
  installation = await Installation.start();
  [issued, other] = [await installation.issue(), await installation.issue()];
  trust = save('altered-laurel.json', installation.trust());
});
afterAll(() => installation.stop());

/** Returns the command's verdict on a file. Off-line and on-line it must be the same failure. */
async function judge(name: string, bytes: Uint8Array): Promise<Record<string, string>> {
  const path = save(name, bytes);
  const [online, offline] = await Promise.all([
    laurelVerify(path, '--trust', trust, '--json'),
    laurelVerify(path, '--trust', trust, '--json', '--offline'),
  ]);
  expect([online.stderr, online.status]).toEqual(['', 1]);
  expect([offline.stderr, offline.status]).toEqual(['', 1]);
  return checksOf(online);
}

/** Returns the checks of a file off-line. */
async function checkOffline(bytes: Uint8Array, now = new Date()): Promise<Check[]> {
  const means = { trust: readTrust(JSON.stringify(installation.trust())), foundAt: null, web: OFFLINE, head: null };
  return (await verifyFile(bytes, { ...means, now })).checks;
}

/** Checks a PDF's signature only, off-line, which is fast enough for ten thousand files. */
const signatureOf = async (bytes: Uint8Array): Promise<Check | undefined> =>
  (await checkOffline(bytes)).find(({ check }) => check === 'pdfSignature' || check === 'file');

const ROUNDS = scale(1000, 10_000);

test('no PDF with a flipped bit, a truncation or an addition verifies', async () => {
  expect(await signatureOf(issued.pdf)).toMatchObject({ outcome: 'verified' });
  const accepted: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = randomInt(issued.pdf.length);
    const bit = randomInt(8);
    const changed = Buffer.from(issued.pdf);
    changed[at] = (changed[at] ?? 0) ^ (1 << bit);
    const extra = Buffer.from('\n\0 %>5').subarray(bit % 6, (bit % 6) + 1);
    const kind = round % 10;
    const file = kind === 8 ? issued.pdf.subarray(0, at) : kind === 9 ? Buffer.concat([issued.pdf, extra]) : changed;
    const check = await signatureOf(file);
    if (check?.outcome !== 'failed') accepted.push(`${kind}: byte ${at}, bit ${bit}`);
  }
  expect(accepted).toEqual([]);
}, 600_000);

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string, string]>([
  ['text', () => Buffer.from('Certificate'), 'file', 'notACertificate'],
  ['nothing', () => Buffer.alloc(0), 'file', 'notACertificate'],
  ['a PDF with only its header', () => Buffer.from('%PDF-1.7\n'), 'pdfSignature', 'pdfDamaged'],
  ['a truncated PDF', () => issued.pdf.subarray(0, -200), 'pdfSignature', 'pdfDamaged'],
  ['a PDF with an appended revision', () => withRevision(issued.pdf), 'pdfSignature', 'pdfAppended'],
  ['a PDF with an appended revision of a whole table', () => withWholeTable(issued.pdf), 'pdfSignature', 'pdfAppended'],
  ['a PDF with an extra byte', () => Buffer.concat([issued.pdf, Buffer.from('\n')]), 'pdfSignature', 'pdfAppended'],
  ['a PDF with text after its end', () => Buffer.concat([issued.pdf, Buffer.from('x')]), 'pdfSignature', 'pdfAppended'],
  ['a PDF with its signature stripped', () => unsignedPdf(issued.credential), 'pdfSignature', 'pdfUnsigned'],
  [
    'a PDF without a signature and with an added revision',
    async () => withWholeTable(Buffer.from(await unsignedPdf(issued.credential))),
    'pdfSignature',
    'pdfAppended',
  ],
  [
    'a changed PDF',
    () => Buffer.from(issued.pdf.toString('latin1').replace('(Certificate)', '(Certifikate)'), 'latin1'),
    'pdfSignature',
    'pdfChanged',
  ],
  ['a PDF with its signature in lower case', () => withSmallLetters(issued.pdf), 'pdfSignature', 'pdfSignatureWrong'],
  [
    'a PDF signed by an unknown signer',
    () => signedPdf(issued.credential, stranger()),
    'pdfSignature',
    'pdfSignerUnknown',
  ],
  [
    'a PDF that is signed and not certified',
    () => signedPdf(issued.credential, installation.pdfSigner, { isCertified: false }),
    'pdfSignature',
    'pdfSignatureWrong',
  ],
  [
    'a PDF signed before its certificate was valid',
    () => signedPdf(issued.credential, installation.pdfSigner, { time: new Date(0) }),
    'pdfSignature',
    'pdfCertificateExpired',
  ],
  [
    "a PDF with another certificate's credential",
    () => signedPdf(other.credential, installation.pdfSigner),
    'file',
    'otherFile',
  ],
  ['a truncated PNG', () => issued.png.subarray(0, -20), 'credential', 'pngDamaged'],
  ['a PNG with a flipped bit', () => flipped(issued.png, 200), 'credential', 'pngDamaged'],
  ['a PNG without a credential', () => plainPng(issued.png), 'credential', 'credentialMissing'],
])('%s fails', async (name, bytes, check, reason) => {
  if (name.startsWith('a PDF with another')) {
    // Only the server's statement shows this, because the signer's key is trusted.
    const said = await laurelVerify(save('other.pdf', await bytes()), '--trust', trust, '--json');
    expect([said.status, checksOf(said)[check]]).toEqual([1, `failed: ${reason}`]);
    return;
  }
  expect((await judge('altered.bin', await bytes()))[check]).toBe(`failed: ${reason}`);
});

test('a genuine credential in another picture fails, and off-line the picture is reported as not checked', async () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#a31621' } });
  const forged = bakePng(await picture.png().toBuffer(), issued.credential.toString());
  const path = save('forged.png', forged);
  const online = await laurelVerify(path, '--trust', trust, '--json');
  expect([online.status, checksOf(online).file]).toEqual([1, 'failed: otherFile']);
  const offline = await laurelVerify(path, '--trust', trust, '--json', '--offline');
  expect([offline.status, checksOf(offline).file]).toEqual([2, 'not checkable: offline']);
  const text = await laurelVerify(path, '--trust', trust, '--offline');
  expect(text.stdout).toContain('The picture itself was not checked');
  expect((await laurelVerify(save('issued.pdf', issued.pdf), '--trust', trust, '--offline')).stdout).not.toContain(
    'picture',
  );
});

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  [
    "with another issuer's key",
    () => installation.credential(issued.hash, 7, { key: makeKey('signing-1') }),
    'credentialProofWrong',
  ],
  [
    'of another issuer',
    () => installation.credential(issued.hash, 7, { did: 'did:web:evil.example:issuers:1' }),
    'credentialIssuerUnknown',
  ],
  [
    'that has expired',
    () => installation.credential(issued.hash, 7, { expiresAt: new Date(Date.now() - 1000) }),
    'expired',
  ],
  [
    'that is not valid yet',
    () => installation.credential(issued.hash, 7, { issuedAt: new Date(Date.now() + 3_600_000) }),
    'credentialNotYetValid',
  ],
  ['with a changed claim', () => edited((text) => text.replace('Computing', 'Astronomy')), 'credentialProofWrong'],
  [
    'with an extra claim',
    () => edited((text) => text.replace('"name":"Diploma', '"description":"With honours","name":"Diploma')),
    'credentialProofWrong',
  ],
  [
    'with a meaningless claim',
    () => edited((text) => text.replace('"name":"Diploma', '"honours":"yes","name":"Diploma')),
    'credentialProofWrong',
  ],
  [
    'with a keyword of JSON-LD',
    () => edited((text) => text.replace('"evidence":[', '"@included":[],"evidence":[')),
    'credentialProofWrong',
  ],
  [
    'without its status',
    () => edited((text) => text.replace(/"credentialStatus":\{[^}]*\},/, '')),
    'credentialMalformed',
  ],
  [
    'with an unknown context',
    () => edited((text) => text.replace('"@context":[', '"@context":["https://evil.example/",')),
    'credentialMalformed',
  ],
  ['without a proof', () => edited((text) => text.replace(/,"proof":\[.*\]/, '')), 'credentialProofWrong'],
  ['that is not JSON', () => Buffer.from('{'), 'credentialMalformed'],
  ['that is nested deeper than any stack', () => Buffer.from('['.repeat(200_000)), 'credentialMalformed'],
  ['that inflates endlessly', () => Buffer.alloc(64 << 20, ' '), 'pdfDamaged'],
])('a credential %s fails, although the PDF around it is signed', async (_what, credential, reason) => {
  const verdict = await judge('credential.pdf', await signedPdf(await credential(), installation.pdfSigner));
  expect([verdict.pdfSignature, verdict.credential]).toEqual(['verified: pdfSigned', `failed: ${reason}`]);
});

test('a credential is valid from 5 minutes before its time until its last millisecond', async () => {
  // Credentials state whole seconds.
  const issuedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
  const expiresAt = new Date(issuedAt.getTime() + 3_600_000);
  const credential = await installation.credential(issued.hash, 7, { issuedAt, expiresAt });
  const bytes = await signedPdf(credential, installation.pdfSigner);
  const reasonAt = async (time: number) =>
    (await checkOffline(bytes, new Date(time))).find(({ check }) => check === 'credential')?.reason;
  // The issuer's clock can be ahead.
  expect(await reasonAt(issuedAt.getTime() - 300_001)).toBe('credentialNotYetValid');
  expect(await reasonAt(issuedAt.getTime() - 300_000)).toBe('credentialSigned');
  expect(await reasonAt(expiresAt.getTime() - 1)).toBe('credentialSigned');
  expect(await reasonAt(expiresAt.getTime())).toBe('expired');
});

test.each<[string, () => Promise<Buffer>]>([
  ["the id of the issuer's key", async () => installation.credential(issued.hash, 7, { key: makeKey('signing-1') })],
  ['another id', async () => installation.credential(issued.hash, 7, { key: makeKey('key-1') })],
])('a credential signed by an unknown key under %s fails in a PNG, also off-line', async (_what, credential) => {
  const forged = bakePng(plainPng(issued.png), (await credential()).toString());
  expect((await judge('stranger.png', forged)).credential).toMatch(/^failed: credential(?:KeyUnknown|ProofWrong)$/);
});

test('a key that the trust does not list fails, even if the host is down or lists it', async () => {
  const document = new URL(`${installation.url}/issuers/${installation.organisation}/did.json`).pathname;
  const unknown = makeKey('signing-2');
  const credential = await installation.credential(issued.hash, 7, { key: unknown });
  const bytes = await signedPdf(credential, installation.pdfSigner);
  expect((await judge('unknown-key.pdf', bytes)).credential).toBe('failed: credentialKeyUnknown');
  installation.answers.set(document, 503);
  expect((await judge('unknown-key.pdf', bytes)).credential).toBe('failed: credentialKeyUnknown');
  installation.answers.clear();
  installation.keys.push(unknown);
  expect((await judge('unknown-key.pdf', bytes)).credential).toBe('failed: credentialKeyUnknown');
  installation.keys.pop();
});

describeJudgedBy(['qpdf'], 'certificates rewritten by qpdf', () => {
  const rewrite = (...options: string[]): Buffer => {
    const [from, to] = [save('plain.pdf', issued.pdf), save('rewritten.pdf', '')];
    ask('qpdf', [...options, from, to]);
    return readFileSync(to);
  };
  test('an encrypted copy fails', async () => {
    const encrypted = rewrite('--encrypt', '', 'owner', '256', '--');
    expect((await judge('encrypted.pdf', encrypted)).pdfSignature).toBe('failed: pdfEncrypted');
  });
  test.each(['--object-streams=generate', '--object-streams=disable', '--linearize'])(
    'a copy by %s fails',
    async (option) => {
      expect((await judge('copy.pdf', rewrite(option))).pdfSignature).toMatch(/^failed: /);
    },
  );
});

function stranger() {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel at localhost', new Date(Date.now() - 60_000));
  return loadSigner(keyPem, certificatePem, new Date());
}

const edited = (edit: (text: string) => string): Buffer => {
  const before = issued.credential.toString();
  const after = edit(before);
  expect(after).not.toBe(before);
  return Buffer.from(after);
};

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

/** Returns a revision that replaces nothing but lists every object again, like the first revision. */
function withWholeTable(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  const table = text.slice(text.lastIndexOf('\nxref\n') + 1);
  const previous = text.lastIndexOf('\nxref\n') + 1;
  const revision = table
    .replace('/Root', `/Prev ${previous} /Root`)
    .replace(/startxref\n\d+/, `startxref\n${pdf.length}`);
  return Buffer.from(text + revision, 'latin1');
}

const withSmallLetters = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf.toString('latin1').replace(/<[0-9A-F]{400,}>/, (contents) => contents.toLowerCase()),
    'latin1',
  );

/** Removes the iTXt chunk after the header. */
function plainPng(png: Buffer): Buffer {
  const header = 8 + 25;
  return Buffer.concat([png.subarray(0, header), png.subarray(header + 12 + png.readUInt32BE(header))]);
}

/** Order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

test('refuses the mathematically equivalent form of a PDF signature, which anyone can compute', async () => {
  const signer = installation.pdfSigner;
  const empty = placeholder(reserveFor(signer, { timestamp: false }), new Date());
  const pdf = Buffer.from(await signedPdf(issued.credential, signer));
  const at = pdf.indexOf('/Type /Sig') - '<< '.length + empty.contentsAt;
  const end = at + 2 * empty.reserve + 2;
  const digest = createHash('sha256').update(pdf.subarray(0, at)).update(pdf.subarray(end)).digest();
  const attributes = signedAttributes(digest, signer);
  const pair = sign('sha256', setOf(...attributes), { key: signer.key, dsaEncoding: 'ieee-p1363' });
  const s = BigInt(`0x${pair.toString('hex', 32)}`);
  const write = (value: bigint) => {
    const bytes = Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
    const cms = encodeCms(signer, attributes, sequence(integer(pair.subarray(0, 32)), integer(bytes)), null);
    const file = Buffer.from(pdf);
    file.write(
      cms
        .toString('hex')
        .toUpperCase()
        .padEnd(2 * empty.reserve, '0'),
      at + 1,
      'latin1',
    );
    return file;
  };
  const [smaller, larger] = s < ORDER - s ? [s, ORDER - s] : [ORDER - s, s];
  expect(await signatureOf(write(smaller))).toMatchObject({ outcome: 'verified' });
  expect(await signatureOf(write(larger))).toMatchObject({ outcome: 'failed', reason: 'pdfSignatureWrong' });
});
