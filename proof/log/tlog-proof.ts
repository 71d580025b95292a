import { parseHead } from './checkpoint.ts';
import { proveInclusion } from './prove.ts';
import { LogError, type StoredLog } from './tiles.ts';

/**
 * Returns an entry's `.tlog-proof` (C2SP tlog-proof): index, proof of inclusion and checkpoint. It is verified with the entry and the log's
 * verifier key. `log` must have the checkpoint's size. `extra` helps a verifier to rebuild the entry; only a matching entry confirms it.
 */
export async function makeTlogProof(
  log: StoredLog,
  { index, checkpoint, extra }: { index: number; checkpoint: string; extra?: Uint8Array },
): Promise<string> {
  const { size } = parseHead(checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1));
  if (size !== log.size) throw new LogError(`The checkpoint is of ${size} entries, the log of ${log.size}`);
  const hashes = await proveInclusion(log, index);
  const lines = [
    'c2sp.org/tlog-proof@v1',
    ...(extra ? [`extra ${Buffer.from(extra).toString('base64')}`] : []),
    `index ${index}`,
    ...hashes.map((hash) => hash.toString('base64')),
  ];
  return `${lines.join('\n')}\n\n${checkpoint}`;
}
