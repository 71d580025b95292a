import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { type Bound, statement } from '../../database/sql.ts';
import {
  appendLeaves,
  EMPTY_TREE,
  ForkError,
  type Head,
  type LogTree,
  openTree,
  rootOf,
  signCheckpoint,
} from '../../proof/log/index.ts';
import type { Services } from '../context.ts';
import { iso } from '../shared/schemas.ts';
import { leafOf } from './encode-statement.ts';
import { lockLog } from './lock.ts';
import { IS_WAITING } from './queries.ts';
import { recordIndexes } from './record-indexes.ts';
import { newestHead, openHead, type SignedHead, storeHead } from './store-head.ts';
import { appendedLog, storedLog, storeTiles } from './store-tiles.ts';

/** Maximum statements per run. The run's transaction then holds the lock for about 1 s at most. */
const MOST_STATEMENTS = 5_000;

export interface Sequenced {
  head: SignedHead;
  /** Statements that are leaves now. */
  added: number;
  /** Statements without a possible leaf, because their rows were changed. */
  unusable: number;
  /** True if more statements may be waiting. */
  isFull: boolean;
}

/**
 * Appends waiting statements to the log and signs the new head, in one transaction. Returns null if another process is doing so or nothing
 * is to be appended. `last` is the newest known head from any source. Throws ForkError and changes nothing if the database's log
 * contradicts it.
 */
export async function sequence(services: Services, last: Head | null): Promise<Sequenced | null> {
  return services.em().transactional(async (em) => {
    if (!(await lockLog(em, { wait: false }))) return null;
    const newest = await newestHead(em, services.logSigner);
    const { waiting, isFull } = await waitingStatements(em);
    if (newest && waiting.length === 0) return null;
    // Never before existing leaves or the statements, whatever this machine's clock shows.
    const latest = waiting.reduce((time, { createdAt }) => Math.max(time, createdAt.getTime()), 0);
    const time = new Date(Math.max(services.now().getTime(), newest?.createdAt.getTime() ?? 0, latest));
    const leaves = waiting.flatMap((row) => {
      const leaf = leafOf(row, time);
      return leaf ? [{ ...row, leaf }] : [];
    });
    const unusable = waiting.length - leaves.length;
    if (newest && leaves.length === 0) return { head: newest, added: 0, unusable, isFull: false };
    const before = await treeOf(em, newest);
    const { tree, tiles } = appendLeaves(
      before,
      leaves.map(({ leaf }) => leaf),
    );
    await storeTiles(em, tiles);
    await recordIndexes(
      em,
      leaves.map((row, at) => ({ ...row, logIndex: before.size + at, loggedAt: iso(time) })),
    );
    const log = appendedLog(em, tree.size, tiles);
    const checkpoint = await signCheckpoint(services.logSigner.signer, log, last ?? newest);
    const head = openHead(services.logSigner, checkpoint);
    await storeHead(em, head, time);
    return { head, added: leaves.length, unusable, isFull };
  });
}

/** Returns the tree of the newest head. Throws ForkError if the stored tiles do not match it. */
async function treeOf(em: EntityManager, newest: SignedHead | null): Promise<LogTree> {
  if (!newest) return EMPTY_TREE;
  const tree = await openTree(storedLog(em, newest.size));
  if (!rootOf(tree).equals(newest.root))
    throw new ForkError(`The log's tiles do not match its head of ${newest.size} entries`);
  return tree;
}

/** Returns statements without a leaf, roughly in the order of recording. Those of a certificate are ordered by number. */
async function waitingStatements(em: EntityManager): Promise<{ waiting: Waiting[]; isFull: boolean }> {
  const rows = await firstWaiting(em, { limit: MOST_STATEMENTS });
  const groups = Map.groupBy(rows, ({ organisationId, certificateId }) => `${organisationId} ${certificateId}`);
  return { waiting: [...groups.values()].flatMap(inOrder), isFull: rows.length === MOST_STATEMENTS };
}

type Waiting = Awaited<ReturnType<typeof firstWaiting>>[number];

/**
 * Sorts by number. Ends before the first statement whose predecessor is waiting but missing here, as the clocks of two machines can differ.
 */
function inOrder(statements: Waiting[]): Waiting[] {
  const sorted = statements.toSorted((a, b) => a.number - b.number);
  const end = sorted.findIndex(
    ({ number, followsWaiting }, at) => followsWaiting && sorted[at - 1]?.number !== number - 1,
  );
  return end < 0 ? sorted : sorted.slice(0, end);
}

const firstWaiting = statement((db, { limit }: Bound<{ limit: number }>) =>
  db
    // Reads the first rows by their index, even with outdated statistics. The table grows by thousands of rows per second.
    .selectFrom(({ selectFrom }) =>
      selectFrom('seals')
        .select(['createdAt', 'organisationId', 'certificateId', 'number', 'statement'])
        .where(IS_WAITING)
        .orderBy('createdAt')
        .orderBy('organisationId')
        .orderBy('certificateId')
        .orderBy('number')
        .limit(limit)
        .as('s'),
    )
    .innerJoin('certificates as c', (join) =>
      join.onRef('c.organisationId', '=', 's.organisationId').onRef('c.id', '=', 's.certificateId'),
    )
    // The first statement about the status has no predecessor. It can be older than the statement about the files.
    .leftJoin('seals as p', (join) =>
      join
        .onRef('p.organisationId', '=', 's.organisationId')
        .onRef('p.certificateId', '=', 's.certificateId')
        .on('s.number', '>', 1)
        .on(sql<boolean>`p.number = s.number - 1`),
    )
    .select(['s.organisationId', 's.certificateId', 's.number', 's.statement', 's.createdAt', 'c.proofSalt as salt'])
    .select(sql<boolean>`p.number is not null and p.log_index is null`.as('followsWaiting'))
    .orderBy('s.createdAt')
    .orderBy('s.organisationId')
    .orderBy('s.certificateId')
    .orderBy('s.number'),
);
