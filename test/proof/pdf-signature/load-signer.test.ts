import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigner, makeSelfSigned, SignerError } from '../../../proof/pdf-signature/index.ts';
import { describeJudgedBy } from '../judges.ts';
import { CA_EXTENSIONS, makeKey, type OpensslKey, openssl } from './openssl-keys.ts';

const now = new Date();
const folder = mkdtempSync(join(tmpdir(), 'laurel-signer-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the reason why a key and certificate are refused, which is always one line. */
function refusal(keyPem: string, certificatePem: string, at = new Date()): string {
  try {
    loadSigner(keyPem, certificatePem, at);
  } catch (error) {
    expect(error).toBeInstanceOf(SignerError);
    expect((error as Error).message).toMatch(/^[^\n]+$/);
    return (error as Error).message;
  }
  return 'accepted';
}

const years = (count: number): Date => new Date(now.getTime() + count * 365.25 * 86_400_000);

test('refuses input that is not PEM', () => {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  expect(refusal('hello', certificatePem)).toBe('The PDF signing key is not a PEM private key');
  expect(refusal(certificatePem, certificatePem)).toBe('The PDF signing key is not a PEM private key');
  expect(refusal(keyPem.replaceAll(/[a-z]/g, 'A'), certificatePem)).toBe('The PDF signing key cannot be read');
  expect(refusal(keyPem, keyPem)).toBe('The PDF signing certificate is not a PEM certificate');
  const broken = certificatePem.replaceAll(/^[^-]{64}$/gm, 'AAAA');
  expect(refusal(keyPem, broken)).toBe('Certificate 1 of the PDF signing chain cannot be read');
});

test('refuses a key that does not match its certificate', () => {
  const [one, other] = [makeSelfSigned('Laurel', now), makeSelfSigned('Laurel', now)];
  expect(refusal(one.keyPem, other.certificatePem)).toBe('The PDF signing key does not match its certificate');
});

test('a self-signed certificate is valid for exactly 20 years from now', () => {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  expect(refusal(keyPem, certificatePem, now)).toBe('accepted');
  expect(refusal(keyPem, certificatePem, years(19.9))).toBe('accepted');
  expect(refusal(keyPem, certificatePem, years(20.1))).toMatch(/^The PDF signing certificate expired at /);
  expect(refusal(keyPem, certificatePem, years(-1))).toMatch(/^The PDF signing certificate is not valid before /);
});

test('refuses a name that a certificate cannot hold', () => {
  expect(() => makeSelfSigned('', now)).toThrow(SignerError);
  expect(() => makeSelfSigned('x'.repeat(65), now)).toThrow(SignerError);
  expect(() => makeSelfSigned('😀'.repeat(64), now)).not.toThrow();
});

describeJudgedBy(['openssl'], 'keys and certificates of OpenSSL', () => {
  let [root, middle, own]: OpensslKey[] = [];

  beforeAll(() => {
    root = makeKey(folder, 'root', { extensions: CA_EXTENSIONS });
    middle = makeKey(folder, 'middle', { issuer: root, extensions: CA_EXTENSIONS });
    own = makeKey(folder, 'own', { issuer: middle });
  });

  const pems = (...keys: (OpensslKey | undefined)[]): string =>
    keys.map((key) => `Subject: somebody\n${key?.certificatePem}`).join('\n');

  test('OpenSSL accepts generated certificates', () => {
    // 2049 is the last year of UTCTime. Both formats must be correct.
    for (const at of [now, new Date('2031-01-31T23:59:59.999Z')]) {
      const { certificatePem } = makeSelfSigned('Prüfstelle "Laurel", Ltd.', at);
      const path = join(folder, 'made.pem');
      writeFileSync(path, certificatePem);
      openssl('verify', '-no_check_time', '-x509_strict', '-check_ss_sig', '-CAfile', path, path);
      const said = openssl('x509', '-in', path, '-noout', '-text', '-nameopt', 'utf8');
      expect(said).toContain('Prüfstelle');
      expect(said).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
      expect(said).toContain(`${at.getUTCFullYear() + 20} GMT`);
    }
  });

  test('reads PKCS #8 and SEC 1 keys, and refuses an encrypted one', () => {
    const chain = pems(own, middle, root);
    expect(refusal(own?.keyPem ?? '', chain)).toBe('accepted');
    const sec1 = openssl('ec', '-in', own?.keyFile ?? '', '-param_enc', 'named_curve');
    expect(refusal(sec1, chain)).toBe('accepted');
    const encrypted = openssl('pkcs8', '-topk8', '-in', own?.keyFile ?? '', '-passout', 'pass:secret');
    expect(refusal(encrypted, chain)).toBe('The PDF signing key is encrypted: store it without a passphrase');
  });

  test('refuses a chain out of order, but accepts one that ends early', () => {
    const key = own?.keyPem ?? '';
    expect(refusal(key, pems(own))).toBe('accepted');
    expect(refusal(key, pems(own, middle))).toBe('accepted');
    expect(refusal(key, pems(own, root, middle))).toBe(
      'The PDF signing chain is out of order: certificate 2 did not issue certificate 1',
    );
    const namesake = makeKey(folder, 'middle', { issuer: root, extensions: CA_EXTENSIONS });
    expect(refusal(key, pems(own, namesake))).toMatch(/out of order/);
    expect(refusal(key, pems(middle, own))).toBe('The PDF signing key does not match its certificate');
    expect(refusal(key, pems(own, middle), years(1))).toMatch(/expired/);
    const expired = makeKey(folder, 'expired', { extensions: CA_EXTENSIONS, days: -1 });
    const below = makeKey(folder, 'below', { issuer: expired });
    expect(refusal(below.keyPem, pems(below))).toBe('accepted');
    expect(refusal(below.keyPem, pems(below, expired))).toMatch(/^Certificate 2 of the PDF signing chain expired at /);
  });

  test.each([
    ['ed25519', 'ed25519'],
    ['p384', 'secp384r1'],
    ['shortRsa', 'RSA of 1024 bits'],
  ] as const)('refuses a key that readers refuse: %s', (kind, told) => {
    const { keyPem, certificatePem } = makeKey(folder, kind, { kind });
    expect(refusal(keyPem, certificatePem)).toBe(
      `The PDF signing key must be P-256 or RSA of at least 2048 bits, not ${told}`,
    );
  });

  test('refuses a certificate that is not for signatures', () => {
    const { keyPem, certificatePem } = makeKey(folder, 'agreement', { extensions: ['keyUsage=keyAgreement'] });
    expect(refusal(keyPem, certificatePem)).toMatch(/key usage that does not allow signatures$/);
    const unlimited = makeKey(folder, 'unlimited', {});
    expect(refusal(unlimited.keyPem, unlimited.certificatePem)).toBe('accepted');
  });
});
