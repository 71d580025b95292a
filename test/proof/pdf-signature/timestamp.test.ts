import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCertificate } from '../../../proof/pdf-signature/certificate.ts';
import { integer, objectIdentifier, octetString, sequence, setOf, tagged } from '../../../proof/pdf-signature/der.ts';
import {
  fetchTimestamp,
  loadSigner,
  makeSelfSigned,
  placeholder,
  readTimestamp,
  reserveFor,
  signPdf,
  TimestampError,
  type TimestampServer,
  timestampRequest,
} from '../../../proof/pdf-signature/index.ts';
import { OID } from '../../../proof/pdf-signature/object-identifiers.ts';
import { type DerElement, expectTag, readDer, readSequence } from '../../../proof/pdf-signature/read-der.ts';
import { openToken } from '../../../proof/pdf-signature/timestamp-token.ts';
import { ask, describeJudgedBy } from '../judges.ts';
import { makeKey, openssl } from './openssl-keys.ts';
import { samplePdf, signedParts } from './sample-pdf.ts';
import { startAuthority, type TimeStampAuthority } from './time-stamp-authority.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-timestamp-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const digest = createHash('sha256').update('signature').digest();
const now = (): Date => new Date();

describe('a server without a valid time stamp', () => {
  const server = (post: TimestampServer['post'], timeoutMs = 5000): TimestampServer => ({ post, now, timeoutMs });

  test.each([
    ['garbage', randomBytes(500)],
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<html>Bad gateway</html>')],
    ['nested elements without end', Buffer.from('3080'.repeat(5000), 'hex')],
    ['a length beyond the end', Buffer.from('3084ffffffff', 'hex')],
  ])('%s is refused', async (_what, answer) => {
    const asked = fetchTimestamp(
      digest,
      server(async () => answer),
    );
    await expect(asked).rejects.toThrow(TimestampError);
    await expect(asked).rejects.toThrow('The answer of the time-stamp server is not a time-stamp response');
  });

  test('refuses a token that exceeds every placeholder', () => {
    const answer = sequence(sequence(integer(0)), sequence(octetString(Buffer.alloc(7200))));
    const { nonce } = timestampRequest(digest);
    expect(() => readTimestamp(answer, { digest, nonce, now: now() })).toThrow('has 7208 bytes, more than 7168');
  });

  test('gives up on a late server, whether or not it heeds the signal', async () => {
    const deaf = server(() => new Promise(() => undefined), 30);
    await expect(fetchTimestamp(digest, deaf)).rejects.toThrow('did not answer within 0.03 seconds');
    const heeding = server(
      (_request, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal))),
      30,
    );
    await expect(fetchTimestamp(digest, heeding)).rejects.toThrow(TimestampError);
  });

  test('reports a server that is down', async () => {
    const down = server(async () => Promise.reject(new Error('connect ECONNREFUSED')));
    await expect(fetchTimestamp(digest, down)).rejects.toThrow(
      'The time-stamp server could not be asked: connect ECONNREFUSED',
    );
  });
});

describeJudgedBy(['openssl', 'pdfsig'], 'a time-stamp authority of OpenSSL', () => {
  let authority: TimeStampAuthority;
  let elliptic: TimeStampAuthority;

  beforeAll(async () => {
    authority = await startAuthority(folder, { kind: 'rsa', essDigest: 'sha1' });
    elliptic = await startAuthority(folder, { kind: 'p256', essDigest: 'sha256' });
  });
  afterAll(() => Promise.all([authority.close(), elliptic.close()]));

  const post =
    (url: string): TimestampServer['post'] =>
    async (body, signal) => {
      const headers = { 'content-type': 'application/timestamp-query' };
      const response = await fetch(url, { method: 'POST', body: Buffer.from(body), headers, signal });
      return new Uint8Array(await response.arrayBuffer());
    };

  test.each(['RSA', 'P-256'])('stamps a signature, which stays valid and becomes B-T: %s', async (kind) => {
    const { url, root } = kind === 'RSA' ? authority : elliptic;
    const { keyPem, certificatePem } = makeSelfSigned('Laurel', now());
    const signer = loadSigner(keyPem, certificatePem, now());
    const empty = placeholder(reserveFor(signer, { timestamp: true }), now());
    const { pdf, at } = samplePdf(empty);
    let token: Uint8Array = Buffer.alloc(0);
    const signed = await signPdf(pdf, { placeholder: empty, at }, signer, async (asked) => {
      token = await fetchTimestamp(asked, { post: post(url), now, timeoutMs: 30_000 });
      return token;
    });
    const said = ask('pdfsig', ['-nocert', file('stamped.pdf', signed)]).said;
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    const { cms, content } = signedParts(signed);
    const what = ['-inform', 'DER', '-in', file('cms', cms), '-content', file('content', content), '-binary'];
    const anchor = ['-CAfile', file('own.pem', Buffer.from(certificatePem)), '-purpose', 'any', '-out', '/dev/null'];
    openssl('cms', '-verify', '-cades', ...what, ...anchor);
    const fields = openssl('asn1parse', '-inform', 'DER', '-in', file('cms', cms));
    expect(fields).toContain(':id-smime-aa-timeStampToken');
    expect(cms.includes(Buffer.from(token))).toBe(true);
    const value = /d=5 .*OCTET STRING +\[HEX DUMP\]:(\w+)/.exec(fields)?.[1] ?? '';
    const stamped = createHash('sha256').update(Buffer.from(value, 'hex')).digest('hex');
    const tokenFile = file('token', token);
    openssl('ts', '-verify', '-token_in', '-in', tokenFile, '-digest', stamped, '-CAfile', root.certificateFile);
  });

  test('a signature without its time stamp is valid in the same reserved space', async () => {
    const { keyPem, certificatePem } = makeSelfSigned('Laurel', now());
    const signer = loadSigner(keyPem, certificatePem, now());
    const empty = placeholder(reserveFor(signer, { timestamp: true }), now());
    const { pdf, at } = samplePdf(empty);
    const signed = await signPdf(pdf, { placeholder: empty, at }, signer, async () => null);
    const said = ask('pdfsig', ['-nocert', file('unstamped.pdf', signed)]).said;
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
  });

  test('OpenSSL reads the request', () => {
    const { request } = timestampRequest(digest);
    const said = openssl('ts', '-query', '-in', file('query', request), '-text');
    expect(said).toContain('Hash Algorithm: sha256');
    expect(said).toContain('Certificate required: yes');
    expect(said).toMatch(/Nonce: 0x[0-9A-F]{20,32}\n/);
  });

  test('refuses an answer to another request, digest or time, with the reason', () => {
    const { request, nonce } = timestampRequest(digest);
    const answer = authority.answer(request);
    expect(readTimestamp(answer, { digest, nonce, now: now() })).toBeInstanceOf(Buffer);
    const read = (changed: object) => () => readTimestamp(answer, { digest, nonce, now: now(), ...changed });
    expect(read({ digest: randomBytes(32) })).toThrow('The time-stamp token is about another digest');
    expect(read({ nonce: timestampRequest(digest).nonce })).toThrow('answers another request: the nonce differs');
    const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
    expect(read({ now: minutes(4.5) })).not.toThrow();
    expect(read({ now: minutes(6) })).toThrow(/time differs from ours by more than 5 minutes: 20\d\d-/);
    expect(read({ now: minutes(-6) })).toThrow(TimestampError);
  });

  test('accepts a request that was granted with modifications, and no other status', () => {
    const { request, nonce } = timestampRequest(digest);
    const token = tokenOf(authority.answer(request)).bytes;
    const answers = [0, 1, 2, 3, 256].map((status) => sequence(sequence(integer(status)), token));
    expect(answers.map((answer) => accepts(answer, nonce))).toEqual([true, true, false, false, false]);
  });

  test("reports a refusal in the server's own words", () => {
    const query = join(folder, 'sha512.tsq');
    openssl('ts', '-query', '-digest', 'ab'.repeat(64), '-sha512', '-out', query);
    const answer = authority.answer(readFileSync(query));
    const { nonce } = timestampRequest(digest);
    expect(() => readTimestamp(answer, { digest, nonce, now: now() })).toThrow(
      'The time-stamp server refused with status 02: Message digest algorithm is not supported.',
    );
  });

  test('no changed byte of a token is accepted with another meaning', () => {
    const { request, nonce } = timestampRequest(digest);
    const answer = elliptic.answer(request);
    const { info, certificate } = openToken(tokenOf(answer));
    const parts = [info.bytes, certificate.raw].map((bytes) => ({ from: answer.indexOf(bytes), length: bytes.length }));
    expect(Math.min(...parts.map(({ from }) => from))).toBeGreaterThan(0);
    for (let at = 0; at < answer.length; at++) {
      const changed = Buffer.from(answer);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const isRead = accepts(changed, nonce);
      if (parts.some(({ from, length }) => at >= from && at < from + length)) expect(isRead).toBe(false);
      if (isRead) expect(infoOf(changed).equals(info.bytes)).toBe(true);
      expect(accepts(answer.subarray(0, at), nonce)).toBe(false);
    }
    expect(accepts(Buffer.concat([answer, Buffer.of(0)]), nonce)).toBe(false);
  });

  test('refuses a token signed with a certificate for other purposes, and a forged signature', () => {
    const stranger = makeKey(folder, 'stranger', {});
    const extensions = ['extendedKeyUsage=critical,timeStamping'];
    const purpose = makeKey(folder, 'purpose', { extensions });
    const expired = makeKey(folder, 'expired', { extensions, days: -1 });
    const { request, nonce } = timestampRequest(digest);
    const info = infoOf(authority.answer(request));
    const forged = signedBy(stranger, info);
    expect(() => readTimestamp(forged, { digest, nonce, now: now() })).toThrow('is not for time stamps');
    expect(accepts(signedBy(purpose, info), nonce)).toBe(true);
    expect(() => readTimestamp(signedBy(expired, info), { digest, nonce, now: now() })).toThrow(
      'is not valid at its time',
    );
    const broken = signedBy(purpose, info);
    const last = broken.length - 1;
    broken[last] = (broken[last] ?? 0) ^ 1;
    expect(() => readTimestamp(broken, { digest, nonce, now: now() })).toThrow(
      "The time-stamp token's signature is wrong",
    );
  });

  test('refuses a token whose certificate has a key of another kind', () => {
    const { request, nonce } = timestampRequest(digest);
    const info = infoOf(authority.answer(request));
    const { certificatePem } = makeKey(folder, 'ed25519', { kind: 'ed25519' });
    const answer = sequence(sequence(integer(0)), unsignedToken(info, new X509Certificate(certificatePem).raw));
    expect(() => readTimestamp(answer, { digest, nonce, now: now() })).toThrow(
      "The time-stamp token's signature is wrong",
    );
  });

  function accepts(answer: Buffer, nonce: Buffer): boolean {
    try {
      readTimestamp(answer, { digest, nonce, now: now() });
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(TimestampError);
      return false;
    }
  }

  /** Returns a granted response with a token made by OpenSSL's CMS. */
  function signedBy(key: ReturnType<typeof makeKey>, info: Buffer): Buffer {
    const out = join(folder, 'forged.tst');
    const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-nodetach', '-binary', '-cades', '-outform', 'DER'];
    const by = ['-signer', key.certificateFile, '-inkey', key.keyFile, '-md', 'sha256'];
    openssl('cms', '-sign', '-in', file('info', info), ...type, ...by, '-out', out);
    return sequence(sequence(integer(0)), readFileSync(out));
  }
});

/** Returns a token that is correct except for its empty signature. */
function unsignedToken(info: Buffer, certificate: Buffer): Buffer {
  const sha256 = (bytes: Buffer): Buffer => octetString(createHash('sha256').update(bytes).digest());
  const attribute = (id: string, value: Buffer): Buffer => sequence(objectIdentifier(id), setOf(value));
  const { issuer, serial } = readCertificate(certificate);
  const signer = sequence(
    integer(1),
    sequence(issuer, serial),
    sequence(objectIdentifier(OID.sha256)),
    tagged(
      0,
      attribute(OID.contentType, objectIdentifier(OID.timestampInfo)),
      attribute(OID.messageDigest, sha256(info)),
      attribute(OID.signingCertificateV2, sequence(sequence(sequence(sha256(certificate))))),
    ),
    sequence(objectIdentifier(OID.ecdsaWithSha256)),
    octetString(Buffer.alloc(0)),
  );
  const content = sequence(objectIdentifier(OID.timestampInfo), tagged(0, octetString(info)));
  const signedData = sequence(integer(3), setOf(), content, tagged(0, certificate), setOf(signer));
  return sequence(objectIdentifier(OID.signedData), tagged(0, signedData));
}

/** Returns the TSTInfo of a response. */
const infoOf = (answer: Buffer): Buffer => openToken(tokenOf(answer)).info.bytes;

const tokenOf = (answer: Buffer): DerElement => expectTag(readSequence(readDer(answer))[1], 0x30);
