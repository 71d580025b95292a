import { sql } from 'kysely';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { stateOf } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { iso, isoOrNull } from '../shared/schemas.ts';
import { IS_OPEN, REQUEST_COLUMNS, type RequestRow } from './queries.ts';
import { readVariables } from './read-askable.ts';
import { proposedOf } from './rules.ts';
import type { CorrectionRequest, ListRequests, RequestPage } from './schemas.ts';

/** Returns a page of the requests: open ones first, each newest first. Leaves out requests that were changed outside Laurel. */
export async function listRequests(
  context: DomainContext,
  { limit, cursor, certificateId }: ListRequests,
): Promise<RequestPage> {
  const { organisationId } = context;
  const em = context.em();
  let query = database(em)
    .selectFrom('correction_requests')
    .select(REQUEST_COLUMNS)
    .where('organisationId', '=', organisationId);
  if (certificateId) query = query.where('certificateId', '=', certificateId);
  if (cursor) {
    const [state, id] = cursor.split(':');
    query = query.where(sql<boolean>`((status = 'OPEN'), id) < (${state === 'OPEN'}, ${id}::uuid)`);
  }
  const rows = await query
    .orderBy(IS_OPEN, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const genuine = page.filter((row) => {
    const isGenuine = isAuthentic(context, 'correction_requests', row);
    if (!isGenuine) context.meter.security('a request was not shown: it was changed outside Laurel', { id: row.id });
    return isGenuine;
  });
  const nextCursor = last ? (`${last.status === 'OPEN' ? 'OPEN' : 'DECIDED'}:${last.id}` as const) : null;
  return { requests: await shown(context, em, genuine), nextCursor };
}

/** Returns the number of open requests. */
export async function countRequests(context: DomainContext): Promise<{ open: number }> {
  const { open } = await database(context.em())
    .selectFrom('correction_requests')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('organisationId', '=', context.organisationId)
    .where(IS_OPEN)
    .executeTakeFirstOrThrow();
  return { open: Number(open) };
}

async function shown(
  context: DomainContext,
  em: EntityManager,
  rows: readonly RequestRow[],
): Promise<CorrectionRequest[]> {
  const { organisationId } = context;
  const ids = [...new Set(rows.map(({ certificateId }) => certificateId))];
  const found = await em.find(Certificate, { organisationId, id: { $in: ids } });
  const certificates = new Map(found.map((certificate) => [certificate.id, certificate]));
  const declared = await readVariables(em, context, found);
  return rows.flatMap((row) => {
    const certificate = certificates.get(row.certificateId);
    if (!certificate) return [];
    const variables = new Map(declared.get(certificate.id)?.map((one) => [one.name, one]));
    return {
      id: row.id,
      certificate: {
        ...{
          id: certificate.id,
          recipientName: certificate.recipientName,
          templateName: certificate.templateName ?? null,
        },
        ...{ recipientEmail: certificate.recipientEmail ?? null, number: certificate.number ?? null },
        status: stateOf(certificate, context.now()),
      },
      variables: Object.entries(proposedOf(row)).map(([name, proposed]) => ({
        ...{ name, proposed, label: variables.get(name)?.label ?? name },
        value: variables.get(name)?.value ?? '',
      })),
      ...{ message: row.message, status: row.status, createdAt: iso(row.createdAt) },
      decidedAt: row.status === 'OPEN' ? null : isoOrNull(row.changedAt),
      ...{ decidedBy: row.deciderName ?? null, answer: row.answer ?? null },
      correctedRevision: row.correctedRevision ?? null,
    };
  });
}
