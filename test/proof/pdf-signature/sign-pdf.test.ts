import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  loadSigner,
  makeSelfSigned,
  PdfSignatureError,
  placeholder,
  reserveFor,
  type Signer,
  signPdf,
} from '../../../proof/pdf-signature/index.ts';
import { childrenOf, type DerElement, readDer } from '../../../proof/pdf-signature/read-der.ts';
import { ask, describeJudgedBy } from '../judges.ts';
import { CA_EXTENSIONS, makeKey } from './openssl-keys.ts';
import { samplePdf, signedParts, withRevision } from './sample-pdf.ts';

const now = new Date();
const folder = mkdtempSync(join(tmpdir(), 'laurel-pdf-signature-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function sign(signer: Signer, reserve = reserveFor(signer, { timestamp: false })): Promise<Buffer> {
  const empty = placeholder(reserve, now);
  const { pdf, at } = samplePdf(empty);
  return Buffer.from(await signPdf(pdf, { placeholder: empty, at }, signer));
}

const pdfsig = (pdf: Uint8Array): string => ask('pdfsig', ['-nocert', file('asked.pdf', pdf)]).said;

function verifyCms(cms: Uint8Array, content: Uint8Array, anchors: string): { status: number; said: string } {
  const what = ['-inform', 'DER', '-in', file('asked.cms', cms), '-content', file('asked.bin', content), '-binary'];
  return ask('openssl', [
    'cms',
    '-verify',
    '-cades',
    ...what,
    '-purpose',
    'any',
    '-CAfile',
    anchors,
    '-out',
    '/dev/null',
  ]);
}

test('changes no byte outside the signature', async () => {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  const signer = loadSigner(keyPem, certificatePem, now);
  const empty = placeholder(reserveFor(signer, { timestamp: false }), now);
  const { pdf, at } = samplePdf(empty);
  const before = Buffer.from(pdf);
  const signed = Buffer.from(await signPdf(pdf, { placeholder: empty, at }, signer));
  expect(pdf.equals(before)).toBe(true);
  const blank = (bytes: Buffer) =>
    bytes
      .toString('latin1')
      .replace(/ByteRange \[0 [\d ]+\] */, (range) => '.'.repeat(range.length))
      .replace(/<[0-9A-F]{400,}>/, (contents) => '.'.repeat(contents.length));
  expect(blank(signed)).toBe(blank(pdf));
  expect(signed.equals(pdf)).toBe(false);
});

test('an ECDSA signature has the smaller one of its two valid values', async () => {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  const signer = loadSigner(keyPem, certificatePem, now);
  const half = 0x7fffffff800000007fffffffffffffffde737d56d38bcf4279dce5617e3192a8n;
  for (let round = 0; round < 32; round++) {
    const { cms } = signedParts(await sign(signer));
    const last = (element: DerElement | undefined) => childrenOf(element as DerElement).at(-1);
    const signerInfo = last(last(last(last(readDer(cms)))));
    const [r, s] = childrenOf(readDer((last(signerInfo) as DerElement).content));
    expect(r?.tag).toBe(2);
    expect(BigInt(`0x${s?.content.toString('hex')}`)).toBeLessThanOrEqual(half);
  }
});

test('refuses a placeholder that is elsewhere or too short for the signature', async () => {
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  const signer = loadSigner(keyPem, certificatePem, now);
  const empty = placeholder(1000, now);
  const { pdf, at } = samplePdf(empty);
  await expect(signPdf(pdf, { placeholder: empty, at: at + 1 }, signer)).rejects.toThrow(PdfSignatureError);
  await expect(sign(signer, 500)).rejects.toThrow(/^The signature has \d+ bytes, its placeholder 500$/);
});

describeJudgedBy(['pdfsig', 'openssl', 'mutool', 'qpdf'], 'a signed PDF', () => {
  let signed: Buffer;
  let anchors: string;
  let byRsa: { signed: Buffer; anchors: string };

  beforeAll(async () => {
    const made = makeSelfSigned('Laurel Prüfstelle', now);
    anchors = file('made.pem', made.certificatePem);
    signed = await sign(loadSigner(made.keyPem, made.certificatePem, now));
    const root = makeKey(folder, 'root', { extensions: CA_EXTENSIONS });
    const middle = makeKey(folder, 'middle', { issuer: root, extensions: CA_EXTENSIONS });
    const rsa = makeKey(folder, 'rsa', { kind: 'rsa', issuer: middle, extensions: ['keyUsage=digitalSignature'] });
    const signer = loadSigner(rsa.keyPem, rsa.certificatePem + middle.certificatePem, new Date());
    byRsa = { signed: await sign(signer), anchors: root.certificateFile };
  });

  test.each(['P-256, self-signed', 'RSA, with its chain'])('is valid and signed as a whole: %s', (kind) => {
    const pdf = kind.startsWith('RSA') ? byRsa : { signed, anchors };
    const told = pdfsig(pdf.signed);
    expect(told).toContain('Signature Validation: Signature is Valid.');
    expect(told).toContain('- Total document signed');
    expect(told).toContain('Signature Type: ETSI.CAdES.detached');
    const { cms, content } = signedParts(pdf.signed);
    expect(verifyCms(cms, content, pdf.anchors)).toMatchObject({ status: 0 });
    const mutool = ask('mutool', ['sign', '-v', file('asked.pdf', pdf.signed)]).said;
    expect(mutool).toContain('The document is unchanged since signing.');
    expect(ask('qpdf', ['--check', file('asked.pdf', pdf.signed)])).toMatchObject({ status: 0 });
  });

  test('has no signing-time, and signs its certificate', () => {
    const { cms } = signedParts(signed);
    const { said } = ask('openssl', ['asn1parse', '-inform', 'DER', '-in', file('asked.cms', cms)]);
    expect(said).toContain(':id-smime-aa-signingCertificateV2');
    expect(said).not.toContain(':signingTime');
  });

  test('detects an appended revision', () => {
    const appended = withRevision(signed);
    expect(pdfsig(appended)).toContain('- Not total document signed');
    const { said } = ask('mutool', ['sign', '-v', file('asked.pdf', appended)]);
    expect(said).toContain('there have been edits since signing');
    expect(pdfsig(Buffer.concat([signed, Buffer.from('\n')]))).toContain('- Not total document signed');
  });

  // The accepted bytes carry no information about the document: version numbers, algorithms and types that are also signed elsewhere, and
  // up to two bytes of padding. A verifier that requires canonical encodings detects these changes, too.
  test('detects a change of any single byte', () => {
    const { cms, content } = signedParts(signed);
    const start = signed.indexOf('/Contents <') + '/Contents <'.length;
    const accepted = acceptedByMupdf(signed, start, cms.length);
    expect(accepted.filter((at) => at < start || at > signed.indexOf('>', start))).toEqual([]);
    const unnoticed = accepted.filter((at) => {
      if (at >= start + 2 * cms.length) return false;
      const changed = Buffer.from(signed);
      changed[at] = otherDigit(changed[at]);
      return verifyCms(signedParts(changed).cms, content, anchors).status === 0;
    });
    const fields = fieldsOf(cms);
    const names = unnoticed.map((at) => fields[Math.floor((at - start) / 2)]);
    const harmless = ['INTEGER :01', 'OBJECT :pkcs7-data', 'OBJECT :ecdsa-with-SHA256'];
    expect(names.filter((name) => !harmless.includes(name ?? ''))).toEqual([]);
  }, 120_000);

  test.each([20, 300, 600])('Poppler also detects a changed byte (%i)', (at) => {
    const changed = Buffer.from(signed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(pdfsig(changed)).not.toContain('Signature is Valid');
  });
});

const otherDigit = (digit = 0): number => (digit === 0x30 ? 0x31 : 0x30);

/** Lets MuPDF check the file with each byte changed in turn. Returns the positions of changes that it accepts. */
function acceptedByMupdf(signed: Buffer, start: number, cmsLength: number): number[] {
  const script = file('change-each-byte.js', CHANGE_EACH_BYTE);
  const [original, changed] = [file('original.pdf', signed), join(folder, 'changed.pdf')];
  const { said } = ask('mutool', ['run', script, original, changed, String(start), String(start + 2 * cmsLength)]);
  const [unchanged, ...accepted] = JSON.parse(/^\[.*\]$/m.exec(said)?.[0] ?? '[]') as number[];
  // The unchanged file comes first, so that a judge who refuses everything is not mistaken for a strict one.
  expect(unchanged).toBe(-1);
  return accepted;
}

const CHANGE_EACH_BYTE = `
var file = readFile(scriptArgs[0]);
function isAccepted() {
  file.save(scriptArgs[1]);
  try {
    var widget = new PDFDocument(scriptArgs[1]).loadPage(0).getWidgets()[0];
    return widget.isSigned() && widget.checkDigest() === 'OK' && widget.validateSignature() === 0;
  } catch (error) {
    return false;
  }
}
var accepted = isAccepted() ? [-1] : [];
for (var at = 0; at < file.length; at++) {
  var before = file[at];
  var isDigit = at >= Number(scriptArgs[2]) && at < Number(scriptArgs[3]);
  file[at] = isDigit ? (before === 0x30 ? 0x31 : 0x30) : before ^ 1;
  if (isAccepted()) accepted.push(at);
  file[at] = before;
}
print(JSON.stringify(accepted));
`;

/** Returns the innermost field of each byte, for example `OBJECT :pkcs7-data`. */
function fieldsOf(cms: Buffer): string[] {
  const { said } = ask('openssl', ['asn1parse', '-inform', 'DER', '-in', file('asked.cms', cms)]);
  const fields: string[] = [];
  for (const line of said.split('\n')) {
    const [, offset, header, length, field] = /^ *(\d+):d=\d+ +hl=(\d+) l= *(\d+) \w+: (.*)$/.exec(line) ?? [];
    if (field === undefined) continue;
    const end = Number(offset) + Number(header) + Number(length);
    for (let at = Number(offset); at < end; at++) fields[at] = field.replace(/ +/, ' ').trim();
  }
  return fields;
}
