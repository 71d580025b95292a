import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { proveConsistency, tilePath, tilesBetween } from '../../proof/log/index.ts';
import { buildGoJudge, GO_JUDGE } from '../proof/go-judge.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import type { Laurel } from '../support/laurel.ts';
import { addStatements, logged, logKeyOf, query, readLog, startWithLog } from '../support/log.ts';

describeJudgedBy(GO_JUDGE, "Go's sumdb over HTTP", () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const write = (path: string, content: string | Uint8Array): void => {
    const file = join(folder, 'log', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };

  const fetchBytes = async (laurel: Laurel, path: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(`${laurel.url}/log/${path}`)).arrayBuffer());

  /** Downloads everything that the public addresses serve, and writes consistency proofs made from the tiles alone. */
  async function download(laurel: Laurel): Promise<number> {
    const size = await logged(laurel);
    write('checkpoint', await readLog(laurel, 'checkpoint'));
    for (const tile of tilesBetween(0, size)) write(tilePath(tile), await fetchBytes(laurel, tilePath(tile)));
    return size;
  }

  test('accepts checkpoints, tiles and the proofs of entries, and that each head continues earlier ones', async () => {
    const laurel = await startWithLog();
    const tenant = await laurel.tenant();
    const key = await logKeyOf(laurel);
    const heads = new Set<number>();
    const readTile: Parameters<typeof proveConsistency>[0]['readTile'] = (level, index, width) =>
      fetchBytes(laurel, tilePath({ level, index, width }));
    for (const count of [1, 2, 254, 3, 700, 40]) {
      await addStatements(laurel, tenant, count);
      const size = await logged(laurel);
      write(`old/${size}`, await readLog(laurel, 'checkpoint'));
      heads.add(size);
    }
    const { id, verificationHash } = await laurel.issue(tenant);
    await laurel.call(`/certificates/${id}/revoke`, { key: tenant.key, body: { reason: 'By mistake' } });
    const size = await download(laurel);
    for (const old of heads) {
      const hashes = await proveConsistency({ size, readTile }, old);
      write(`consistency/${old}`, hashes.map((hash) => `${hash.toString('base64')}\n`).join(''));
    }
    const sample = await query<{ hash: string }>(
      laurel,
      "select encode(verification_hash, 'hex') as hash from certificates where recipient_name = 'Ada' order by id limit 20",
    );
    let proofs = 0;
    for (const hash of [verificationHash, ...sample.map((row) => row.hash)])
      for (const { proof } of JSON.parse(await readLog(laurel, `entries/${hash}`)))
        write(`proofs/${proofs++}.tlog-proof`, proof);
    const judge = buildGoJudge(join(folder, 'judge'));
    expect(judge(join(folder, 'log'), key)).toEqual({
      status: 0,
      said: expect.stringMatching(new RegExp(`^size ${size}, \\d+ tiles, 6 old heads, 22 proofs\\n$`)),
    });
    const last = JSON.parse(await readLog(laurel, `entries/${sample[0]?.hash}`))[0].proof as string;
    write(
      'proofs/wrong.tlog-proof',
      last.replace(/index (\d+)/, (_, index) => `index ${Number(index) ^ 1}`),
    );
    expect(judge(join(folder, 'log'), key)).toMatchObject({ status: 1 });
  });
});
