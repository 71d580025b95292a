import { equal, readUtf8 } from '../bytes.ts';
import { ensure, Unchecked } from '../check.ts';
import { ed25519Of, type Trust } from '../trust.ts';
import type { Web } from '../web.ts';
import { isExtension } from './consistency.ts';
import type { Entry } from './entries.ts';
import { type Head, openCheckpoint } from './note.ts';
import { isIncluded, leafHash } from './tree.ts';

const LONGEST_CHECKPOINT = 100_000;

/**
 * Checks that each entry is in the log of its checkpoint, that the log's key signed the checkpoint, and that the entries are in order.
 * Returns the checkpoints' heads. Throws Refusal otherwise, and Unchecked if the log's key is compromised, because checkpoints have no
 * time.
 */
export async function checkInclusion(trust: Trust, entries: readonly Entry[]): Promise<Head[]> {
  refuseCompromised(trust);
  const heads = new Map<string, Head>();
  for (const [at, { leaf, index, path, checkpoint, time }] of entries.entries()) {
    const head = heads.get(checkpoint) ?? (await openCheckpoint(checkpoint, trust.log.verifier));
    ensure(head, 'checkpointWrong');
    heads.set(checkpoint, head);
    ensure(await isIncluded(await leafHash(leaf), index, path, head), 'inclusionWrong');
    const before = entries[at - 1];
    ensure(!before || (before.index < index && before.time <= time), 'inclusionWrong');
  }
  return [...heads.values()];
}

function refuseCompromised({ keys, log }: Trust): void {
  const compromised = keys.find((key) => {
    const bytes = key.distrustedFrom === null ? null : ed25519Of(key);
    return key.purpose === 'log' && bytes !== null && equal(bytes, log.verifier.key);
  });
  if (compromised) throw new Unchecked('logKeyDistrusted', compromised.distrustedFrom?.toISOString() ?? null);
}

/**
 * Checks that the log continues a previously saved head (a signed checkpoint), and that the heads of its proofs belong to the same log.
 * Throws Refusal if they do not, if the saved head is not signed with the log's key, or if the log is smaller now.
 */
export async function checkConsistency(web: Web, trust: Trust, heads: readonly Head[], kept: string): Promise<Head> {
  const pinned = await openCheckpoint(kept, trust.log.verifier);
  ensure(pinned, 'headWrong');
  const newest = await fetchHead(web, trust);
  // A proof's head may have been signed while the newest one was being fetched.
  const largest = [...heads, newest].reduce((a, b) => (b.size > a.size ? b : a));
  // No head extends a larger one, so a log that was rolled back fails here, too.
  for (const head of [pinned, newest, ...heads])
    ensure(await isExtension(web, trust.log.url, head, largest), 'forked', String(pinned.size));
  return pinned;
}

async function fetchHead(web: Web, { log }: Trust): Promise<Head> {
  const address = `${log.url}/checkpoint`;
  const bytes = await web.get(address, LONGEST_CHECKPOINT);
  if (!bytes) throw new Unchecked('unreachable', address);
  const head = await openCheckpoint(readUtf8(bytes), log.verifier);
  ensure(head, 'checkpointWrong');
  return head;
}
