import { sql } from 'kysely';
import type { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { type Detail, detail } from '../../errors/detail.ts';
import { renewalIds } from '../certificates/find-renewals.ts';
import type { Recipient } from '../certificates/schemas.ts';
import { stateOf } from '../certificates/state.ts';
import type { DomainContext } from '../context.ts';
import { findByName } from './find-by-name.ts';

/** Certificate that a recipient's new one renews, or the fault of naming it. */
interface Renewed {
  /** Null for a recipient without `renewalOf`. */
  id: string | null;
  /** True if its recipient has hidden its page. */
  isHidden: boolean;
  issues: Detail[];
}

const NOTHING: Renewed = { id: null, isHidden: false, issues: [] };

/**
 * Returns the certificates that recipients name in `renewalOf`, with the faults: unknown, revoked, failed, and already renewed. An external
 * id that several have means the newest that is neither revoked nor failed. A repetition names the index of the first in `row`. The result
 * has an entry for each recipient.
 */
export async function findRenewed(
  em: EntityManager,
  context: DomainContext,
  recipients: readonly Pick<Recipient, 'renewalOf'>[],
): Promise<Renewed[]> {
  const names = [...new Set(recipients.flatMap(({ renewalOf }) => renewalOf ?? []))];
  if (names.length === 0) return recipients.map(() => NOTHING);
  const found = await findByName(em, context, names);
  const ids = [...found.values()].map(({ id }) => id);
  const renewals = await renewalIds(em, { organisationId: context.organisationId, ids });
  const first = new Map<string, number>();
  return recipients.map(({ renewalOf: name }, index) => {
    if (name === undefined) return NOTHING;
    const row = found.get(name);
    if (!row)
      return { ...NOTHING, issues: [detail('renewalOf', 'unknown_certificate', { accepted: 'id or externalId' })] };
    const issue = faultOf(row, context.now(), renewals.get(row.id)) ?? repetition(first.get(row.id));
    if (!first.has(row.id)) first.set(row.id, index);
    return { id: row.id, isHidden: row.hidden, issues: issue ? [issue] : [] };
  });
}

/**
 * Locks certificates that are to be renewed until the transaction ends, so that no other call renews them. Sorted, so that concurrent
 * transactions lock rows in the same order.
 */
export async function lockRenewed(
  em: EntityManager,
  { organisationId }: DomainContext,
  ids: readonly string[],
): Promise<void> {
  await database(em)
    .selectFrom('certificates')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

function faultOf(row: Certificate, now: Date, certificateId: string | undefined): Detail | null {
  if (stateOf(row, now) === 'REVOKED') return detail('renewalOf', 'certificate_revoked');
  if (row.renderStatus === 'FAILED') return detail('renewalOf', 'certificate_failed');
  return certificateId === undefined ? null : detail('renewalOf', 'already_renewed', { certificateId });
}

const repetition = (row: number | undefined): Detail | null =>
  row === undefined ? null : detail('renewalOf', 'already_renewed', { certificateId: null, row });
