import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadSigner, makeSelfSigned, placeholder, reserveFor, signPdf } from '../../../proof/pdf-signature/index.ts';
import { ask, describeJudgedBy } from '../../proof/judges.ts';
import { certificateOf, FULL, readSample } from '../../support/certificates.ts';

/** Python with the packages of requirements.txt, which `.ci/run` installs. */
const PYTHON = resolve('test/judges/pyhanko/.venv/bin/python');
const SAMPLES = ['classic-diploma', 'modern-portrait', 'arabic-appreciation', 'transcript'];

const folder = mkdtempSync(join(tmpdir(), 'laurel-pyhanko-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: Uint8Array | string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

describeJudgedBy([PYTHON], 'a signature, by pyHanko', () => {
  const now = new Date();
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  const signer = loadSigner(keyPem, certificatePem, now);
  let signed: Buffer;

  beforeAll(async () => {
    signed = await sign('classic-diploma');
  });

  async function sign(sample: string): Promise<Buffer> {
    const room = placeholder(reserveFor(signer, { timestamp: false }), now);
    const info = { ...FULL, signature: { dictionary: room.text, name: 'Signature' } };
    const { pdf, signatureAt } = await certificateOf(await readSample(`samples/${sample}.json`), {}, info);
    return Buffer.from(await signPdf(pdf, { placeholder: room, at: signatureAt ?? 0 }, signer));
  }

  const judged = (pdf: Uint8Array): unknown => {
    const { status, said } = ask(PYTHON, [
      'test/judges/pyhanko/judge.py',
      file('trusted.pem', certificatePem),
      file('judged.pdf', pdf),
    ]);
    expect(status, said).toBe(0);
    return JSON.parse(said.split('\n').find((line) => /^[[{]/.test(line)) ?? 'null');
  };

  test.each(SAMPLES)('is valid, trusted and covers the whole file: %s', async (sample) => {
    expect(judged(await sign(sample))).toEqual([
      { valid: true, intact: true, coverage: 'ENTIRE_FILE', docmdp: true, bottomLine: true, timeStamp: false },
    ]);
  });

  test('is not intact after a change of the page', () => {
    const changed = Buffer.from(signed);
    const at = changed.indexOf('stream\n') + 20;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(judged(changed)).toMatchObject([{ intact: false, bottomLine: false }]);
  });

  test('does not cover bytes that are appended', () => {
    expect(judged(Buffer.concat([signed, Buffer.from('\n% appended\n')]))).not.toMatchObject([
      { coverage: 'ENTIRE_FILE', bottomLine: true },
    ]);
  });
});
