import { sql } from 'kysely';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
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
    const waiting = await waitingStatements(em);
    if (newest && waiting.length === 0) return null;
    // Not before the leaves that are there, whatever the clock of this machine says.
    const time = new Date(Math.max(services.now().getTime(), newest?.createdAt.getTime() ?? 0));
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
    return { head, added: leaves.length, unusable, isFull: waiting.length === MOST_STATEMENTS };
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

/**
 * Statements that are in no leaf yet, in order of their recording, those of a certificate in order of their number: one whose
 * time is earlier than its predecessor's, because clocks differ, waits for it.
 */
async function waitingStatements(em: EntityManager) {
  const order = ['createdAt', 'organisationId', 'certificateId', 'number'] as const;
  return (
    database(em)
      // The first ones by their index, whatever the planner knows of a table that grows by thousands a second.
      .selectFrom(({ selectFrom }) =>
        selectFrom('seals')
          .select([...order, 'statement'])
          .where('logIndex', 'is', null)
          .orderBy(order[0])
          .orderBy(order[1])
          .orderBy(order[2])
          .orderBy(order[3])
          .limit(MOST_STATEMENTS)
          .as('s'),
      )
      .innerJoin('certificates as c', (join) =>
        join.onRef('c.organisationId', '=', 's.organisationId').onRef('c.id', '=', 's.certificateId'),
      )
      .select(['s.organisationId', 's.certificateId', 's.number', 's.statement', 'c.proofSalt as salt'])
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('seals as p')
              .select(sql`1`.as('one'))
              .whereRef('p.organisationId', '=', 's.organisationId')
              .whereRef('p.certificateId', '=', 's.certificateId')
              .whereRef('p.number', '<', 's.number')
              .whereRef('p.createdAt', '>', 's.createdAt')
              .where('p.logIndex', 'is', null),
          ),
        ),
      )
      .orderBy('s.createdAt')
      .orderBy('s.organisationId')
      .orderBy('s.certificateId')
      .orderBy('s.number')
      .execute()
  );
}
