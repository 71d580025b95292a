import { database } from '../../database/sql.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { BatchFailures } from './schemas.ts';

/** Returns all certificates of a batch whose rendering failed, newest first. One statement reads them. */
export async function listFailures(context: DomainContext, { id }: { id: string }): Promise<BatchFailures> {
  const rows = await database(context.em())
    .selectFrom('batches as b')
    .leftJoin('certificates as c', (join) =>
      join
        .onRef('c.organisationId', '=', 'b.organisationId')
        .onRef('c.batchId', '=', 'b.id')
        .on('c.renderStatus', '=', 'FAILED'),
    )
    .select(['c.id', 'c.recipientName', 'c.recipientEmail', 'c.externalId'])
    .where('b.organisationId', '=', context.organisationId)
    .where('b.id', '=', id)
    .orderBy('c.id', 'desc')
    .execute();
  if (rows.length === 0) throw notFound();
  const certificates = rows.flatMap(({ id, recipientName, ...row }) =>
    id === null || recipientName === null ? [] : [{ id, recipientName, ...row }],
  );
  return { certificates };
}
