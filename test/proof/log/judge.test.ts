import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  encodeLeaf,
  makeTlogProof,
  parseHead,
  proveConsistency,
  signCheckpoint,
  verifierKey,
} from '../../../proof/log/index.ts';
import { buildGoJudge, GO_JUDGE } from '../go-judge.ts';
import { describeJudgedBy } from '../judges.ts';
import { MemoryLog } from './memory-log.ts';

describeJudgedBy(GO_JUDGE, "Go's sumdb", () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const signer = { name: 'certificates.example/log', key: generateKeyPairSync('ed25519').privateKey };
  let judge: ReturnType<typeof buildGoJudge>;
  const log = join(folder, 'log');

  function write(path: string, content: string | Uint8Array): void {
    const file = join(log, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  beforeAll(async () => {
    judge = buildGoJudge(join(folder, 'judge'));
    await writeLog();
  });

  /** Writes a log that grew in six steps, with proofs of old and new entries. */
  async function writeLog(): Promise<void> {
    const growing = new MemoryLog();
    let checkpoint: string | null = null;
    for (const count of [1, 6, 249, 1, 300, 700]) {
      growing.append(Array.from({ length: count }, (_, at) => leaf(growing.tree.size + at)));
      const last = checkpoint ? parseHead(`${checkpoint.split('\n\n')[0]}\n`) : null;
      checkpoint = await signCheckpoint(signer, growing.stored, last);
      write(`old/${growing.tree.size}`, checkpoint);
    }
    const { stored } = growing;
    write('checkpoint', checkpoint ?? '');
    for (const [path, bytes] of growing.files) write(path, bytes);
    for (const size of [1, 7, 256, 257, 557, 1257]) {
      const hashes = await proveConsistency(stored, size);
      write(`consistency/${size}`, hashes.map((hash) => `${hash.toString('base64')}\n`).join(''));
    }
    for (const index of [0, 1, 255, 256, 511, 512, 1023, 1024, 1255, 1256]) {
      const extra = index % 2 ? Buffer.alloc(32, index) : undefined;
      const proof = await makeTlogProof(stored, { index, checkpoint: checkpoint ?? '', ...(extra && { extra }) });
      write(`proofs/${index}.tlog-proof`, proof);
    }
  }

  const leaf = (index: number): Buffer =>
    encodeLeaf({
      kind: index % 3 ? 'issue' : 'revoke',
      verificationHash: index.toString(16).padStart(64, '0'),
      statement: Buffer.from(`{"index":${index}}`),
      salt: Buffer.alloc(32, index),
      time: new Date(index),
    });

  const judged = (path = log, key = verifierKey(signer)) => judge(path, key);

  test('accepts checkpoints, tiles, bundles, and proofs of inclusion and consistency', () => {
    expect(judged()).toEqual({ status: 0, said: 'size 1257, 6 tiles, 6 old heads, 10 proofs\n' });
  });

  test.each([
    ['checkpoint', 'invalid signature'],
    ['tile/0/001', 'tile/0/001'],
    ['tile/1/000.p/4', 'tile/1/000.p/4'],
    ['tile/entries/004.p/233', 'root of'],
    ['consistency/257', 'consistency from 257'],
    ['proofs/512.tlog-proof', '512.tlog-proof'],
  ])('refuses a changed %s, which shows that it is checked', (path, told) => {
    const copy = join(folder, 'copy');
    cpSync(log, copy, { recursive: true });
    const file = join(copy, path);
    const bytes = readFileSync(file);
    // In a text, the result is still base64.
    const at = path.startsWith('tile') ? bytes.length - 5 : bytes.indexOf('=') - 5;
    bytes[at] = bytes[at] === 0x41 ? 0x42 : 0x41;
    writeFileSync(file, bytes);
    const { status, said } = judged(copy);
    expect(said).toContain(told);
    expect(status).toBe(1);
    rmSync(copy, { recursive: true });
  });

  test('refuses the checkpoint under another key', () => {
    const other = { ...signer, key: generateKeyPairSync('ed25519').privateKey };
    expect(judged(log, verifierKey(other)).status).toBe(1);
  });
});
