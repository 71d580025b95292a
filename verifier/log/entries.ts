import { equal, fromBase64, hex, hmacSha256, readUtf8, utf8 } from '../bytes.ts';
import { ensure, Refusal, Unchecked } from '../check.ts';
import { isObject, type Json, readObject, textOf, timeOf } from '../json.ts';
import type { Trust } from '../trust.ts';
import type { Web } from '../web.ts';

const LONGEST_ANSWER = 2 * 1024 * 1024;
const MOST_ENTRIES = 1000;
const MOST_HASHES = 60;

/** Entry of the log with its content. Only its form has been checked. */
export interface Entry {
  leaf: Uint8Array;
  kind: string;
  /** Time of appending according to the leaf. */
  time: Date;
  /** Signed text. */
  statement: string;
  signature: Uint8Array;
  keyId: string;
  index: number;
  path: Uint8Array[];
  checkpoint: string;
}

/**
 * Returns the log's statements of a certificate in log order, each with a proof (C2SP tlog-proof) and a leaf rebuilt from the statement and
 * the salt. Throws Refusal if it is malformed or a leaf does not match, and Unchecked if the log is unavailable.
 */
export async function fetchEntries(web: Web, { log }: Trust, verificationHash: string): Promise<Entry[]> {
  const answer = await web.get(`${log.url}/entries/${verificationHash}`, LONGEST_ANSWER);
  ensure(answer, 'notOnRecord');
  const entries = parseList(answer);
  if (entries.length === 0) throw new Unchecked('notLoggedYet');
  ensure(entries.length <= MOST_ENTRIES, 'entriesMalformed');
  const read = await Promise.all(entries.map(readEntry));
  requireRelated(read, verificationHash);
  return read.map(({ entry }) => entry).sort((a, b) => a.index - b.index);
}

/** Entry with the hashes that its statement names: that of its revision, and of the one that it puts in force. */
interface ReadEntry {
  entry: Entry;
  hashes: string[];
}

/** Requires that each entry is about a revision of the certificate: statements link their hashes. */
function requireRelated(read: readonly ReadEntry[], verificationHash: string): void {
  const known = new Set([verificationHash]);
  let open = read;
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const { hashes } of open)
      if (hashes.some((hash) => known.has(hash))) for (const hash of hashes) known.add(hash);
    open = open.filter(({ hashes }) => !hashes.some((hash) => known.has(hash)));
  }
  ensure(open.length === 0, 'leafWrong');
}

function parseList(bytes: Uint8Array): Json[] {
  try {
    const list: Json = JSON.parse(readUtf8(bytes));
    if (Array.isArray(list)) return list;
  } catch {
    // Handled below.
  }
  throw new Refusal('entriesMalformed');
}

async function readEntry(entry: Json): Promise<ReadEntry> {
  const [encoded, proof] = isObject(entry) ? [textOf(entry.leaf), textOf(entry.proof)] : [null, null];
  const leaf = fromBase64(encoded ?? '');
  ensure(leaf && proof !== null, 'entriesMalformed');
  const { extra, ...place } = readProof(proof);
  const content = readObject(extra);
  const [statement, keyId] = [textOf(content?.statement), textOf(content?.keyId)];
  const [signature, salt] = [fromBase64(textOf(content?.signature) ?? ''), fromBase64(textOf(content?.salt) ?? '')];
  if (salt?.length === 0) throw new Unchecked('saltErased');
  ensure(statement !== null && keyId !== null && signature && salt?.length === 32, 'entriesMalformed');
  const { kind, time } = readLeaf(leaf);
  const said = readObject(utf8(statement));
  const verificationHash = textOf(said?.verificationHash) ?? '';
  const hashes = [verificationHash, textOf(said?.replacedBy), textOf(said?.restored)].filter((hash) => hash !== null);
  ensure(equal(leaf, await rebuildLeaf({ kind, time, verificationHash, statement, salt })), 'leafWrong');
  return { entry: { leaf, kind, time: new Date(time), statement, signature, keyId, ...place }, hashes };
}

interface ProofPlace {
  index: number;
  path: Uint8Array[];
  checkpoint: string;
}

/** Parses a `.tlog-proof`: first line, extra, index, hashes, an empty line and the checkpoint. */
function readProof(proof: string): ProofPlace & { extra: Uint8Array } {
  const end = proof.indexOf('\n\n');
  const [first, extraLine = '', indexLine = '', ...hashes] = proof.slice(0, Math.max(end, 0)).split('\n');
  const extra = fromBase64(/^extra (\S+)$/.exec(extraLine)?.[1] ?? '');
  const [, index] = /^index (0|[1-9]\d{0,15})$/.exec(indexLine) ?? [];
  const path = hashes.map(fromBase64).flatMap((hash) => (hash?.length === 32 ? [hash] : []));
  const isProof = first === 'c2sp.org/tlog-proof@v1' && extra && index !== undefined;
  ensure(isProof && path.length === hashes.length && path.length <= MOST_HASHES, 'entriesMalformed');
  return { extra, index: Number(index), path, checkpoint: proof.slice(end + 2) };
}

function readLeaf(leaf: Uint8Array): { kind: string; time: string } {
  const said = readObject(leaf);
  const [kind, time] = [textOf(said?.kind), textOf(said?.time)];
  ensure(kind !== null && time !== null && timeOf(time), 'leafWrong');
  ensure(new Date(time).toISOString() === time && /^\w+$/.test(kind), 'leafWrong');
  return { kind, time };
}

interface LeafParts {
  kind: string;
  time: string;
  verificationHash: string;
  statement: string;
  salt: Uint8Array;
}

/** Returns the leaf's canonical JSON (RFC 8785). Its digests use the certificate's salt, so that the log identifies no one. */
async function rebuildLeaf({ kind, time, verificationHash, statement, salt }: LeafParts): Promise<Uint8Array> {
  const certificate = hex(await hmacSha256(salt, utf8(`certificate:${verificationHash}`)));
  const digest = hex(await hmacSha256(salt, utf8(`statement:${statement}`)));
  return utf8(JSON.stringify({ certificate, kind, statement: digest, time, version: 1 }));
}
