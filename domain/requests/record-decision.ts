import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { recordAction } from '../audit/record.ts';
import type { ActingContext } from '../context.ts';
import { requestAnswerEmail } from '../emails/request-answer.ts';
import { notFound, refusal } from '../errors.ts';
import { assertAuthentic, macOf } from '../shared/authentic-rows.ts';
import { lockRequest } from './queries.ts';
import type { DecidedRequest } from './schemas.ts';

interface Decision {
  id: string;
  status: 'ACCEPTED' | 'DECLINED';
  answer: string | null;
  /** Revision that the caller's transaction makes; null without a correction. */
  correctedRevision: number | null;
}

/**
 * Decides an open request in the caller's transaction, and requests the mail to the recipient. CONFLICT if it was decided before. The
 * caller has locked the certificate, if it locks both.
 */
export async function recordDecision(
  em: EntityManager,
  context: ActingContext,
  { id, status, answer, correctedRevision }: Decision,
): Promise<DecidedRequest> {
  const { organisationId, actor } = context;
  const action = status === 'ACCEPTED' ? 'requests.accept' : 'requests.decline';
  // First, because a correction has locked the audit log.
  await recordAction(em, context, { action, subject: id.toLowerCase() });
  const row = await lockRequest(em, { organisationId, id });
  if (!row) throw notFound();
  assertAuthentic(context, 'correction_requests', row);
  if (row.status !== 'OPEN') throw refusal('request_decided', { status: row.status.toLowerCase() });
  const decided = {
    ...{ status, answer, correctedRevision, changedAt: context.now() },
    ...{ deciderId: actor.id, deciderName: actor.name },
  };
  await database(em)
    .updateTable('correction_requests')
    .set({ ...decided, mac: macOf(context, 'correction_requests', { ...row, ...decided }) })
    .where('organisationId', '=', organisationId)
    .where('id', '=', row.id)
    .execute();
  await requestAnswerEmail(em, context, { organisationId, requestId: row.id, decidedAt: decided.changedAt });
  return { id: row.id, status, correctedRevision };
}
