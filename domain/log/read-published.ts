import { sql } from 'kysely';
import { database } from '../../database/sql.ts';
import { makeTlogProof, narrowTile, parseTilePath, splitBundle, TILE_WIDTH, tileWidth } from '../../proof/log/index.ts';
import { hasFormerHash, hasHash } from '../certificates/queries.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { newestHead } from './store-head.ts';
import { levelNumber, storedLog } from './store-tiles.ts';

/** Returns the newest head, a C2SP checkpoint. NOT_FOUND before the first is signed. */
export async function publishedCheckpoint(services: Services): Promise<string> {
  const row = await database(services.em())
    .selectFrom('log_heads')
    .select('checkpoint')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.checkpoint ?? throwNotFound();
}

/** Returns a tile by its path below the log's prefix (C2SP tlog-tiles), in any width that it has had. NOT_FOUND beyond the newest head. */
export async function publishedTile(services: Services, path: string): Promise<Uint8Array> {
  const { level, index, width } = parseTilePath(path) ?? throwNotFound();
  const stored = await database(services.em())
    .selectFrom('log_tiles')
    .select('bytes')
    .select(({ selectFrom }) =>
      selectFrom('log_heads')
        .select(({ fn }) => fn.max('size').as('size'))
        .as('size'),
    )
    .where('level', '=', levelNumber(level))
    .where('index', '=', index)
    .executeTakeFirst();
  if (!stored || tileWidth({ level, index }, Number(stored.size ?? 0)) < width) throw notFound();
  return narrowTile(level, stored.bytes, width);
}

/** A statement's leaf in base64, with its inclusion proof (C2SP tlog-proof). */
export interface LogEntry {
  leaf: string;
  proof: string;
}

/**
 * Returns the leaves of a certificate in order, with proofs for the newest head. A proof's `extra` is the JSON of the leaf's content: `{
 * statement, signature, keyId, salt }`, with signature and salt in base64. NOT_FOUND for an unknown hash.
 */
export async function logEntries(services: Services, { hash }: { hash: string }): Promise<LogEntry[]> {
  const em = services.em();
  const statements = await database(em)
    .selectFrom('certificates as c')
    .leftJoin('seals as s', (join) =>
      join.onRef('s.organisationId', '=', 'c.organisationId').onRef('s.certificateId', '=', 'c.id'),
    )
    .select(['s.statement', 's.signature', 's.keyId', 's.logIndex', 'c.proofSalt as salt'])
    .where(
      sql<boolean>`(c.organisation_id, c.id) in (
        select c.organisation_id, c.id from certificates c where ${hasHash(Buffer.from(hash, 'hex'))}
        union all select r.organisation_id, r.certificate_id from certificate_revisions r
          where ${hasFormerHash(Buffer.from(hash, 'hex'))})`,
    )
    .orderBy('s.number')
    .execute();
  if (statements.length === 0) throw notFound();
  // Read after the statements, so that the head includes their leaves.
  const head = await newestHead(em, services.logSigner);
  const entries: LogEntry[] = [];
  for (const { logIndex: index, statement, signature, keyId, salt } of statements) {
    if (index === null || !head || index >= head.size || !signature) continue;
    const log = storedLog(em, head.size);
    const extra = { statement, signature: base64(signature), keyId, salt: base64(salt) };
    const proof = await makeTlogProof(log, {
      index,
      checkpoint: head.checkpoint,
      extra: Buffer.from(JSON.stringify(extra)),
    });
    const at = index % TILE_WIDTH;
    const bundle = await log.readTile('entries', Math.floor(index / TILE_WIDTH), at + 1);
    entries.push({ leaf: base64(splitBundle(bundle, at + 1)[at] ?? Buffer.alloc(0)), proof });
  }
  return entries;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function throwNotFound(): never {
  throw notFound();
}
