import { acceptRequest } from '../domain/amending/accept-request.ts';
import { declineRequest } from '../domain/requests/decline.ts';
import { countRequests, listRequests } from '../domain/requests/list.ts';
import {
  AcceptRequest,
  CountedRequests,
  DecidedRequest,
  DeclineRequest,
  ListRequests,
  RequestPage,
} from '../domain/requests/schemas.ts';
import { asPerson, NoInput, router } from './base.ts';

/** Corrections that recipients ask for. Requests have no REST operations. */
export const requests = router({
  list: asPerson('certificates:read')
    .input(ListRequests)
    .output(RequestPage)
    .query(({ ctx, input }) => listRequests(ctx.domain, input)),

  count: asPerson('certificates:read')
    .input(NoInput)
    .output(CountedRequests)
    .query(({ ctx }) => countRequests(ctx.domain)),

  accept: asPerson('certificates:write')
    .input(AcceptRequest)
    .output(DecidedRequest)
    .mutation(({ ctx, input }) => acceptRequest(ctx.domain, input)),

  decline: asPerson('certificates:write')
    .input(DeclineRequest)
    .output(DecidedRequest)
    .mutation(({ ctx, input }) => declineRequest(ctx.domain, input)),
});
