import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeSelfSigned } from '../../proof/pdf-signature/index.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { CA_EXTENSIONS, makeKey } from '../proof/pdf-signature/openssl-keys.ts';
import { refusalHere } from '../support/installation.ts';
import { keysCommand, type PrintedKey, published } from '../support/keys.ts';
import { Laurel } from '../support/laurel.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-pdf-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const now = new Date();
const years = (count: number): Date => new Date(now.getTime() + count * 365.25 * 86_400_000);
const [good, other] = [makeSelfSigned('Good', now), makeSelfSigned('Other', now)];
const [expired, future] = [makeSelfSigned('Expired', years(-20.5)), makeSelfSigned('Future', years(1))];

test.each([
  ['without its certificate', 'PDF_SIGNING_CERTIFICATE_FILE: got nothing', good.keyPem, undefined],
  ['without its key', 'PDF_SIGNING_KEY_FILE: got nothing', undefined, good.certificatePem],
  ['with another key’s certificate', 'PDF_SIGNING_KEY_FILE: got ', good.keyPem, other.certificatePem],
  ['with an expired certificate', 'PDF_SIGNING_CERTIFICATE_FILE: got ', expired.keyPem, expired.certificatePem],
  [
    'with a certificate that is not valid yet',
    'PDF_SIGNING_CERTIFICATE_FILE: got ',
    future.keyPem,
    future.certificatePem,
  ],
  ['that is not a key', 'PDF_SIGNING_KEY_FILE: got ', 'hello', good.certificatePem],
  ['with an unreadable certificate', 'PDF_SIGNING_CERTIFICATE_FILE: got ', good.keyPem, 'hello'],
])('a start with a PDF key %s is refused in one line', async (_what, beginning, keyPem, certificatePem) => {
  const { code, err } = await refusalHere({
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    ...(keyPem !== undefined && { PDF_SIGNING_KEY_FILE: file('bad.key', keyPem) }),
    ...(certificatePem !== undefined && { PDF_SIGNING_CERTIFICATE_FILE: file('bad.pem', certificatePem) }),
  });
  expect([code, err.trim().split('\n')]).toEqual([1, [expect.stringContaining(`laurel: ${beginning}`)]]);
  expect(err).not.toContain('PRIVATE KEY');
});

test('the certificate that the product makes names the installation, not an organisation', async () => {
  const laurel = await Laurel.start();
  const { pdfCertificates } = await published(laurel);
  expect(pdfCertificates).toHaveLength(1);
  expect(new X509Certificate(pdfCertificates[0] ?? '').subject).toMatch(
    /^O=Laurel at localhost(:\d+)?\nCN=Laurel at localhost/,
  );
});

describeJudgedBy(['openssl'], 'a PDF key with a chain', () => {
  test('is published whole, before the key that the product made', async () => {
    const root = makeKey(folder, 'root', { extensions: CA_EXTENSIONS });
    const own = makeKey(folder, 'own', { issuer: root });
    const chain = file('chain.pem', `${own.certificatePem}\n${root.certificatePem}`);
    const laurel = await Laurel.start();
    const [made] = (await published(laurel)).pdfCertificates;
    await laurel.stop();
    await laurel.launch({ PDF_SIGNING_KEY_FILE: own.keyFile, PDF_SIGNING_CERTIFICATE_FILE: chain });
    const { pdfCertificates, keys } = await published(laurel);
    const names = pdfCertificates.map((pem) => new X509Certificate(pem).subject);
    expect(names).toEqual(['CN=own', 'CN=root', new X509Certificate(made ?? '').subject]);
    const [listed] = keys.filter(({ purpose }) => purpose === 'pdf');
    expect(listed?.publicKeyJwk).toMatchObject({ kty: 'EC', crv: 'P-256' });
    const current = (await keysCommand<PrintedKey[]>(laurel, 'list')).find(
      (key) => key.purpose === 'pdf' && key.current,
    );
    expect(current?.id).toBe(listed?.id);
  });
});
