import { Certificate } from '../../database/entities/certificate.ts';
import { CorrectionRequest } from '../../database/entities/correction-request.ts';
import type { ActingContext } from '../context.ts';
import { DomainError, notFound, refusal } from '../errors.ts';
import { recordDecision } from '../requests/record-decision.ts';
import { proposedOf } from '../requests/rules.ts';
import type { AcceptRequest, DecidedRequest } from '../requests/schemas.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { iso } from '../shared/schemas.ts';
import { correctCertificate } from './correct.ts';

/**
 * Accepts a recipient's request for a correction: corrects the certificate and decides the request in one transaction. If the certificate
 * was corrected since the request and has these values, the request is accepted without a correction. Otherwise CONFLICT if nothing would
 * change; the request stays open. CONFLICT, too, if another member was first.
 */
export async function acceptRequest(context: ActingContext, input: AcceptRequest): Promise<DecidedRequest> {
  const { organisationId } = context;
  const request = await context.em().findOne(CorrectionRequest, { organisationId, id: input.id });
  if (!request) throw notFound();
  assertAuthentic(context, 'correction_requests', request);
  if (request.status !== 'OPEN') throw refusal('request_decided', { status: request.status.toLowerCase() });
  const decision = { id: request.id, status: 'ACCEPTED' as const, answer: input.answer || null };
  const correction = {
    id: request.certificateId,
    variables: input.variables ?? proposedOf(request),
    reason: `The recipient asked for it on ${iso(request.createdAt).slice(0, 10)} (request ${request.id})`,
  };
  let decided: DecidedRequest | null = null;
  await correctCertificate(context, correction, async (em, correctedRevision) => {
    decided = await recordDecision(em, context, { ...decision, correctedRevision });
  }).catch(async (error: unknown) => {
    if (!isUnchanged(error) || !(await wasCorrected(context, request))) throw error;
    decided = await context
      .em()
      .transactional((em) => recordDecision(em, context, { ...decision, correctedRevision: null }));
  });
  if (!decided) throw new Error('a correction did not decide its request');
  return decided;
}

/** Returns true if the certificate has a later revision than at the time of the request. */
async function wasCorrected(context: ActingContext, request: CorrectionRequest): Promise<boolean> {
  const { organisationId, certificateId: id, revision } = request;
  const row = await context.em().findOneOrFail(Certificate, { organisationId, id });
  assertAuthentic(context, 'certificates', row);
  return row.revision > revision;
}

const isUnchanged = (error: unknown): boolean => error instanceof DomainError && error.extras.reason === 'no_change';
