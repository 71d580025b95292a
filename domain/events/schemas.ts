import { z } from 'zod';
import { issueOf } from '../../errors/from-zod.ts';
import { suggestionFor } from '../../errors/suggestion.ts';
import { DateTime, Uuid } from '../shared/schemas.ts';
import { EventCursor } from './parse-cursor.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType, type LaurelEvent } from './types.ts';

/** Returns the types that match a wildcard: `*` alone, or `.*` at the end. */
const matching = (pattern: string): readonly EventType[] =>
  EVENT_TYPE_NAMES.filter(
    (type) => pattern === '*' || type === pattern || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );

/** Comma-separated event types, parsed to a list. */
const EventTypes = z
  .string()
  .max(500)
  .transform((text, context) => {
    const patterns = text.split(',').map((pattern) => pattern.trim());
    for (const pattern of patterns) {
      if (matching(pattern).length > 0) continue;
      const suggestion = suggestionFor(pattern, EVENT_TYPE_NAMES);
      context.addIssue(issueOf([], 'unknown_event_type', { type: pattern, ...(suggestion && { suggestion }) }));
    }
    return [...new Set(patterns.flatMap(matching))];
  })
  .describe(`Types, separated by commas: ${EVENT_TYPE_NAMES.join(', ')}; \`certificate.*\` or \`*\` for several`);

export const ListEvents = z.strictObject({
  after: EventCursor.describe('`nextCursor` of the previous page, or the `id` of a server-sent event').optional(),
  types: EventTypes.optional(),
  limit: z.int().min(1).max(100).default(20).describe('Events per page, 1 to 100'),
});
export type ListEvents = z.output<typeof ListEvents>;

export const FollowEvents = ListEvents.pick({ after: true, types: true })
  .extend({
    lastEventId: EventCursor.describe('Sent by event sources that reconnect; takes precedence over `after`').optional(),
  })
  .optional();
export type FollowEvents = z.output<typeof FollowEvents>;

const shapes = Object.entries(EVENT_TYPES).map(([type, data]) =>
  z
    .object({
      id: Uuid.describe('The event'),
      type: z.literal(type).describe('Type of the event'),
      createdAt: DateTime.describe('Time of recording'),
      data: data.clone().describe('Facts of the event, as in the webhook'),
    })
    .describe(data.description ?? ''),
);

/** Event of any type, discriminated by `type`. */
const AnyEvent = z
  .discriminatedUnion('type', shapes as [(typeof shapes)[number]])
  .meta({ id: 'Event' }) as unknown as z.ZodType<LaurelEvent>;

export const EventPage = z.object({
  events: z.array(AnyEvent).describe('Oldest first'),
  nextCursor: z.string().describe('`after` of the next call, even if there are no further events yet'),
});
export type EventPage = z.infer<typeof EventPage>;
