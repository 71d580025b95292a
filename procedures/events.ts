import { tracked } from '@trpc/server';
import { DomainError, notFound } from '../domain/errors.ts';
import { followEvents } from '../domain/events/follow.ts';
import { listEvents } from '../domain/events/list.ts';
import { EventPage, FollowEvents, ListEvents } from '../domain/events/schemas.ts';
import type { LaurelEvent } from '../domain/events/types.ts';
import { router, withScope } from './base.ts';
import { toTrpcError } from './errors.ts';

const SCOPE = 'events:read';

/** Sets each event's cursor as its SSE id, from which a client resumes. */
async function* withIds(stream: AsyncIterable<{ cursor: string; event: LaurelEvent }>) {
  try {
    for await (const { cursor, event } of stream) yield tracked(cursor, event);
  } catch (error) {
    throw error instanceof DomainError ? toTrpcError(error) : error;
  }
}

export const events = router({
  list: withScope(SCOPE)
    .meta({
      openapi: {
        method: 'GET',
        path: '/events',
        summary: 'List events',
        description:
          'Events of the last 30 days, oldest first. Keep `nextCursor` and send it as `after`. No event is missed or repeated, whenever its transaction commits.',
        tags: ['Events'],
      },
      example: ({ event }) => ({ response: { events: [event], nextCursor: 'AAAAAAAAAAGPYF0ufIuaAQ' } }),
    })
    .input(ListEvents)
    .output(EventPage)
    .query(({ ctx, input }) => listEvents(ctx.domain, input)),

  follow: withScope(SCOPE)
    .input(FollowEvents)
    .subscription(async ({ ctx, input, signal = new AbortController().signal }) => {
      const { streaming, principal } = ctx;
      if (!streaming) throw notFound();
      const isStillAdmitted = () => streaming.isStillAdmitted(principal, SCOPE);
      const { after, lastEventId, types } = input ?? {};
      const begin = lastEventId
        ? { name: 'lastEventId', place: lastEventId }
        : after && { name: 'after', place: after };
      const isPrompt = principal.person === null;
      const following = { hub: streaming.hub, begin, types, isPrompt, signal, isStillAdmitted };
      return withIds(await followEvents(ctx.domain, following));
    }),
});
