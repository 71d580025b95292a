import type { ActingContext } from '../context.ts';
import { recordDecision } from './record-decision.ts';
import type { DecidedRequest, DeclineRequest } from './schemas.ts';

/** Declines a recipient's request for a correction, with an answer. CONFLICT if it was decided before. */
export const declineRequest = (context: ActingContext, { id, answer }: DeclineRequest): Promise<DecidedRequest> =>
  context
    .em()
    .transactional((em) => recordDecision(em, context, { id, status: 'DECLINED', answer, correctedRevision: null }));
