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
import { newestHead, openHead, type SignedHead, storeHead } from './heads.ts';
import { lockLog } from './lock.ts';
import { recordIndexes } from './record-indexes.ts';
import { leafOf } from './statements.ts';
import { appendedLog, storedLog, storeTiles } from './stored.ts';

/** Statements of one run: a run takes about a second at most, and its transaction holds the lock for so long. */
const MOST_STATEMENTS = 5_000;

export interface Sequenced {
  head: SignedHead;
  /** Statements that are leaves now. */
  added: number;
  /** Statements of which no leaf can be made, because their rows were altered. */
  unusable: number;
  /** Whether more may be waiting. */
  isFull: boolean;
}

/**
 * Appends waiting statements to the log and signs the new head, in one transaction. One process does so at a time; null where
 * another one is at it, or there is nothing to append. `last` is the newest head that is known from anywhere. ForkError, and
 * nothing is changed, where the database's log contradicts that.
 */
export async function sequence(services: Services, last: Head | null): Promise<Sequenced | null> {
  return services.em().transactional(async (em) => {
    if (!(await lockLog(em, { wait: false }))) return null;
    const newest = await newestHead(em, services.logSigner);
    const { waiting, isFull } = await waitingStatements(em);
    if (newest && waiting.length === 0) return null;
    // Not before the leaves that are there, nor before the statements, whatever the clock of this machine says.
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

/** The tree of the newest head. ForkError where the tiles are not those that it was signed for. */
async function treeOf(em: EntityManager, newest: SignedHead | null): Promise<LogTree> {
  if (!newest) return EMPTY_TREE;
  const tree = await openTree(storedLog(em, newest.size));
  if (!rootOf(tree).equals(newest.root))
    throw new ForkError(`The log's tiles are not those of its head of ${newest.size} entries`);
  return tree;
}

/** Statements that are in no leaf yet, about in order of their recording, and those of a certificate in order of their number. */
async function waitingStatements(em: EntityManager): Promise<{ waiting: Waiting[]; isFull: boolean }> {
  const rows = await firstWaiting(em, { limit: MOST_STATEMENTS });
  const groups = Map.groupBy(rows, ({ organisationId, certificateId }) => `${organisationId} ${certificateId}`);
  return { waiting: [...groups.values()].flatMap(inOrder), isFull: rows.length === MOST_STATEMENTS };
}

type Waiting = Awaited<ReturnType<typeof firstWaiting>>[number];

/** By their numbers, up to the first whose predecessor waits and is not among them: the clocks of two machines may differ. */
function inOrder(statements: Waiting[]): Waiting[] {
  const sorted = statements.toSorted((a, b) => a.number - b.number);
  const end = sorted.findIndex(
    ({ number, followsWaiting }, at) => followsWaiting && sorted[at - 1]?.number !== number - 1,
  );
  return end < 0 ? sorted : sorted.slice(0, end);
}

const firstWaiting = statement((db, { limit }: Bound<{ limit: number }>) =>
  db
    // The first ones by their index, whatever the planner knows of a table that grows by thousands a second.
    .selectFrom(({ selectFrom }) =>
      selectFrom('seals')
        .select(['createdAt', 'organisationId', 'certificateId', 'number', 'statement'])
        .where('logIndex', 'is', null)
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
    // The first statement about the status follows none: it may be older than the one about the files.
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
