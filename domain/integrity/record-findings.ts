import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext, Services } from '../context.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { DateTime, iso } from '../shared/schemas.ts';
import type { PassName, Violation } from './types.ts';

/** Maximum stored findings. A database that was rewritten completely would give millions. */
const MOST = 10_000;

/** Records the findings of a pass while it runs. At the end, deletes findings of earlier passes that were not found again. */
export function recordPass(services: Services, pass: PassName, startedAt: Date) {
  return {
    async found(violations: readonly Violation[]): Promise<void> {
      const fresh: Violation[] = [];
      for (const violation of violations) if (await record(services, pass, violation)) fresh.push(violation);
      report(services, fresh);
    },
    async end(): Promise<void> {
      const db = database(services.em());
      await db.deleteFrom('integrity_findings').where('pass', '=', pass).where('foundAt', '<', startedAt).execute();
      await db.updateTable('integrity_passes').set({ completedAt: services.now() }).where('pass', '=', pass).execute();
    },
  };
}

/** Logs the findings of a page in one line, because every row of a rewritten database is wrong. */
function report({ meter }: Services, [first, ...more]: readonly Violation[]): void {
  if (!first) return;
  const others = more.length > 0 ? ` (and ${more.length} more)` : '';
  meter.security(`the integrity check found: ${first.message}${others}`, {
    ...(first.organisationId !== null && { organisationId: first.organisationId }),
    ...(first.id !== null && { id: first.id }),
  });
}

/** Returns false for a known finding. */
async function record(services: Services, pass: PassName, violation: Violation): Promise<boolean> {
  const id = sha256(canonicalJson({ pass, ...violation }));
  const db = database(services.em());
  const known = await db
    .updateTable('integrity_findings')
    .set({ foundAt: services.now() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (known) return false;
  if ((await countFindings(services)) >= MOST) return true;
  const { organisationId, id: subject, invariant, message } = violation;
  await db
    .insertInto('integrity_findings')
    .values({ id, pass, invariant, organisationId, subject, message, foundAt: services.now() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return true;
}

async function countFindings({ em }: Pick<Services, 'em'>): Promise<number> {
  const { count } = await database(em())
    .selectFrom('integrity_findings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export interface IntegrityState {
  /** Maximum 10,000. */
  findings: number;
  /** Time when all rows were last checked; null before the first complete check. */
  lastCompletedAt: Date | null;
}

/** Returns the current findings of the periodic check. */
export async function integrityState({ em }: Pick<Services, 'em'>): Promise<IntegrityState> {
  const { rows } = await sql<IntegrityState>`select
    (select count(*)::int from integrity_findings) as findings,
    (select completed_at from integrity_passes where pass = 'rows') as last_completed_at`.execute(database(em()));
  return rows[0] ?? { findings: 0, lastCompletedAt: null };
}

export const FoundInOrganisation = z.object({
  findings: z.array(
    z.object({
      subject: z.string().nullable().describe('Id of the row, such as a certificate or a key'),
      message: z.string(),
      foundAt: DateTime,
    }),
  ),
});

/** Maximum findings on a screen. */
const SHOWN = 20;

/** Returns the findings of the periodic check in an organisation's rows and files, latest first. */
export async function organisationFindings({
  em,
  organisationId,
}: DomainContext): Promise<z.infer<typeof FoundInOrganisation>> {
  const rows = await database(em())
    .selectFrom('integrity_findings')
    .select(['subject', 'message', 'foundAt'])
    .where('organisationId', '=', organisationId)
    .orderBy('foundAt', 'desc')
    .limit(SHOWN)
    .execute();
  return { findings: rows.map((row) => ({ ...row, foundAt: iso(row.foundAt) })) };
}
