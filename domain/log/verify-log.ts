import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { LogError, narrowTile, splitBundle, TILE_WIDTH, tileWidth } from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { type GivenHead, heldHeads } from './find-held-heads.ts';
import { readBundles } from './read-bundles.ts';
import { type RestoredRange, restoredRanges } from './record-restored-range.ts';
import { type Finding, Findings } from './types.ts';
import { HeadCheck } from './verify-heads.ts';
import { checkOutside } from './verify-outside.ts';
import { StatementCheck } from './verify-statements.ts';
import { TreeCheck } from './verify-tree.ts';

export interface LogReport {
  origin: string;
  size: number;
  /** Root in base64, computed from the entries. */
  root: string;
  /** Stored heads that were compared. */
  heads: number;
  /** Statements that were compared with their leaves. */
  statements: number;
  /** Leaves that can no longer be compared, because their salts are erased. */
  erased: number;
  /** Leaves restored from a copy whose statements the restored database lacks. */
  lost: number;
  restored: RestoredRange[];
  /** Unreadable destinations of LOG_HEADS, with the reason. */
  unread: { address: string; reason: string }[];
  findings: Finding[];
  /** Number of all findings; `findings` lists only the first ones. */
  findingCount: number;
}

/**
 * Checks the whole log. Computes its tree from its entries and compares it with the stored tiles and all heads, including those stored
 * elsewhere. Compares each leaf with its statement. Reads everything once; memory use does not grow with the log. Awaits `pace` after each
 * bundle of entries.
 */
export async function verifyLog(
  services: Services,
  given: readonly GivenHead[] = [],
  pace: () => Promise<void> = async () => undefined,
): Promise<LogReport> {
  const findings = new Findings();
  const em = services.em();
  const { held, unread } = await heldHeads(services, given, findings);
  const size = await newestSize(em);
  const restored = await restoredRanges(em, services.logSigner, findings);
  const heads = new HeadCheck(em, services.logSigner, { held, findings });
  const tree = new TreeCheck(em, size, { heads, findings });
  const statements = new StatementCheck(em, size, { restored, findings });
  if (await walk(em, size, { tree, statements, findings, pace })) {
    await tree.end();
    await heads.end(size);
  }
  await checkOutside(services, findings);
  const { compared, erased, lost } = statements;
  return {
    origin: services.logSigner.origin,
    size,
    root: tree.root.toString('base64'),
    heads: heads.count,
    statements: compared,
    erased,
    lost,
    restored,
    unread,
    findings: findings.told,
    findingCount: findings.count,
  };
}

/** Returns false if a bundle is missing or invalid, because nothing after it can be computed. */
async function walk(
  em: EntityManager,
  size: number,
  {
    tree,
    statements,
    findings,
    pace,
  }: { tree: TreeCheck; statements: StatementCheck; findings: Findings; pace: () => Promise<void> },
): Promise<boolean> {
  for await (const bundle of readBundles(em, size)) {
    const { index } = bundle;
    try {
      if (!bundle.entries) throw new LogError('it is missing');
      const entries = splitBundle(bundle.entries, tileWidth({ level: 'entries', index }, size));
      if (narrowTile('entries', bundle.entries, bundle.width).length !== bundle.entries.length)
        findings.add('tiles', `Bundle ${index} of entries has more bytes than its entries`);
      await tree.append(bundle, entries);
      for (const [at, entry] of entries.entries()) await statements.compare(index * TILE_WIDTH + at, entry);
      await pace();
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      findings.add(
        'tiles',
        `Bundle ${index} of entries can't be read, so nothing after it is checked: ${error.message}`,
      );
      return false;
    }
  }
  return true;
}

const newestSize = async (em: EntityManager): Promise<number> => {
  const db = database(em);
  const row = await db
    .selectFrom('log_heads')
    .select(({ fn }) => fn.max('size').as('size'))
    .executeTakeFirst();
  return Number(row?.size ?? 0);
};
