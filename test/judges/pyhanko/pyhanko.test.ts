import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, describeJudgedBy } from '../../proof/judges.ts';
import { signedParts, withRevision } from '../../proof/pdf-signature/sample-pdf.ts';
import { startAuthority, type TimeStampAuthority } from '../../proof/pdf-signature/time-stamp-authority.ts';
import { readSample } from '../../support/certificates.ts';
import { createSigner } from '../../support/signed-certificates.ts';

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

const VALID = { valid: true, intact: true, coverage: 'ENTIRE_FILE', docmdp: true, bottomLine: true };

describeJudgedBy([PYTHON, 'openssl'], 'a signature, by pyHanko', () => {
  const signer = createSigner();
  let authority: TimeStampAuthority;
  let signed: Record<'B-B' | 'B-T', Buffer>;

  beforeAll(async () => {
    authority = await startAuthority(folder, { kind: 'p256', essDigest: 'sha256' });
    const diploma = await readSample('samples/classic-diploma.json');
    signed = { 'B-B': await signer.sign(diploma), 'B-T': await signer.sign(diploma, { stamp: authority.stamp }) };
  });
  afterAll(() => authority.close());

  const judged = (pdf: Uint8Array, authorities = [authority.root.certificateFile]): unknown => {
    const trusted = [file('trusted.pem', signer.certificatePem), ...authorities].join(',');
    const { status, said } = ask(PYTHON, ['test/judges/pyhanko/judge.py', trusted, file('judged.pdf', pdf)]);
    expect(status, said).toBe(0);
    return JSON.parse(said.split('\n').find((line) => /^[[{]/.test(line)) ?? 'null');
  };

  test.each(SAMPLES)('is valid, trusted and covers the whole file: %s', async (sample) => {
    expect(judged(await signer.sign(await readSample(`samples/${sample}.json`)))).toEqual([
      { ...VALID, timeStamp: null },
    ]);
  });

  test('has a time stamp that is valid, and trusted under its root', () => {
    expect(judged(signed['B-T'])).toEqual([{ ...VALID, timeStamp: { valid: true, intact: true, trusted: true } }]);
    expect(judged(signed['B-T'], [])).toMatchObject([
      { bottomLine: false, timeStamp: { valid: true, trusted: false } },
    ]);
  });

  test('is refused with a time stamp for another signature, or a changed one', async () => {
    const diploma = await readSample('samples/classic-diploma.json');
    const other = await signer.sign(diploma, { stamp: () => authority.stamp(Buffer.alloc(32)) });
    expect(judged(other)).toMatchObject([{ bottomLine: false, timeStamp: { intact: false } }]);
    const changed = Buffer.from(signed['B-T']);
    // The last byte of the token is part of its signature.
    const end = changed.indexOf('/Contents <30') + '/Contents <'.length + 2 * signedParts(changed).cms.length;
    changed[end - 2] = changed[end - 2] === 0x30 ? 0x31 : 0x30;
    expect(judged(changed)).toMatchObject([{ bottomLine: false, timeStamp: { valid: false } }]);
  });

  describe.each(['B-B', 'B-T'] as const)('of level %s', (level) => {
    test('is not intact after a change of the page', () => {
      const changed = Buffer.from(signed[level]);
      const at = changed.indexOf('stream\n') + 20;
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(judged(changed)).toMatchObject([{ intact: false, bottomLine: false }]);
    });

    test('does not cover bytes that are appended', () => {
      expect(judged(Buffer.concat([signed[level], Buffer.from('\n% appended\n')]))).not.toMatchObject([
        { coverage: 'ENTIRE_FILE', bottomLine: true },
      ]);
    });

    test.each(['content', 'annotation'] as const)('forbids a second revision with a new %s', (rectangle) => {
      expect(judged(withRevision(signed[level], rectangle))).toMatchObject([
        { coverage: 'ENTIRE_REVISION', docmdp: false, bottomLine: false },
      ]);
    });
  });
});
