import { parseHead } from './checkpoint.ts';
import { proveInclusion } from './prove.ts';
import { LogError, type StoredLog } from './tiles.ts';

/**
 * An entry's `.tlog-proof` (C2SP tlog-proof): its index, the proof of inclusion and the checkpoint, for whoever has the
 * entry and the log's verifier key. `log` is as large as the checkpoint says. `extra` is what a verifier needs to
 * rebuild the entry; nothing vouches for it but that the entry comes out right.
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
