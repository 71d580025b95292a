import { sql } from 'kysely';
import type { z } from 'zod';
import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { lowestIdAt } from '../shared/pages.ts';
import { iso, isoOrNull, Uuid } from '../shared/schemas.ts';
import type { BulkActions } from './schemas.ts';

const SHOWN = 5;
const HOUR_MS = 3_600_000;

/** Returns the bulk actions of the last hour with their progress, newest first. */
export async function recentBulkActions(context: DomainContext): Promise<z.infer<typeof BulkActions>> {
  const rows = await database(context.em())
    .selectFrom('bulk_actions')
    .select(['id', 'kind', 'totalCount', 'processedCount', 'skippedCount', 'actorName', 'createdAt', 'completedAt'])
    .where('organisationId', '=', context.organisationId)
    .where('id', '>=', lowestIdAt(new Date(context.now().getTime() - HOUR_MS)))
    .where('kind', '<>', 'DOWNLOAD')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return {
    actions: rows.flatMap(
      ({ kind, totalCount, processedCount, skippedCount, actorName, createdAt, completedAt, id }) =>
        kind === 'DOWNLOAD'
          ? []
          : {
              ...{ id, kind, total: totalCount, processed: processedCount, skipped: skippedCount, actor: actorName },
              ...{ createdAt: iso(createdAt), completedAt: isoOrNull(completedAt) },
            },
    ),
  };
}

/** Returns the certificates that a person selected for a download; NOT_FOUND for another person's. */
export async function chosenForDownload(
  { em, organisationId }: DomainContext,
  { id, personId }: { id: string; personId: string },
): Promise<string[]> {
  if (!Uuid.safeParse(id).success) throw notFound();
  const found = await database(em())
    .selectFrom('bulk_actions')
    .select(sql<string[]>`certificate_ids`.as('ids'))
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .where('kind', '=', 'DOWNLOAD')
    .where('actorId', '=', personId)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found.ids;
}
