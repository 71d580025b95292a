import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** Takes a template out of use: nothing can be issued from it. What was issued stays as it is. */
export const archiveDesign = (context: DomainContext, { id }: { id: string }): Promise<void> =>
  setArchived(context, id, context.now());

/** Brings a template back. */
export const restoreDesign = (context: DomainContext, { id }: { id: string }): Promise<void> =>
  setArchived(context, id, null);

async function setArchived(context: DomainContext, id: string, at: Date | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update templates set archived_at = ${at}
    where organisation_id = ${context.organisationId} and id = ${id}`.execute(database(context.em()));
  if (numAffectedRows === 0n) throw notFound();
}
