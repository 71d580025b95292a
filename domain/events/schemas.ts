import { z } from 'zod';
import { issueOf } from '../../errors/from-zod.ts';
import { suggestionFor } from '../../errors/suggestion.ts';
import { DateTime, SafeString, Uuid } from '../shared/schemas.ts';
import { EVENT_PATTERNS, type EventPattern, patternOf, typesOf } from './match.ts';
import { EventCursor } from './parse-cursor.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type LaurelEvent } from './types.ts';

/** Place at the end of the log, which has no events after it yet. */
export const LATEST = 'latest';

/** Returns the fault of a text that is no event type or wildcard. */
function unknownType(text: string) {
  const suggestion = suggestionFor(text, EVENT_TYPE_NAMES);
  return issueOf([], 'unknown_event_type', { type: text, ...(suggestion && { suggestion }) });
}

/** An event type, or a wildcard for several. */
export const ChosenEvent = SafeString.max(100).transform((text, context): EventPattern => {
  const pattern = patternOf(text);
  if (pattern) return pattern;
  context.addIssue(unknownType(text));
  return z.NEVER;
});

const PATTERN = `(${EVENT_PATTERNS.map((pattern) => pattern.replaceAll(/[.*]/g, '[$&]')).join('|')})`;

/** Comma-separated event types, parsed to a list. */
const EventTypes = z
  .string()
  .max(500)
  .transform((text, context) => {
    const patterns = text.split(',').map((pattern) => pattern.trim());
    for (const pattern of patterns) if (!patternOf(pattern)) context.addIssue(unknownType(pattern));
    return [...new Set(patterns.flatMap(typesOf))];
  })
  .meta({ pattern: `^\\s*${PATTERN}(\\s*,\\s*${PATTERN})*\\s*$` })
  .describe(`Types, separated by commas: ${EVENT_TYPE_NAMES.join(', ')}; \`certificate.*\` or \`*\` for several`);

export const ListEvents = z.strictObject({
  after: EventCursor.or(z.literal(LATEST))
    .describe('`nextCursor` of the previous page, or the `id` of a server-sent event; `latest` for the end of the log')
    .optional(),
  types: EventTypes.optional(),
  limit: z.int().min(1).max(100).default(20).describe('Events per page, 1 to 100'),
});
export type ListEvents = z.output<typeof ListEvents>;

export const FollowEvents = ListEvents.pick({ types: true })
  .extend({
    after: EventCursor.describe('`nextCursor` of a page, or the `id` of a server-sent event').optional(),
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
      position: z.int().positive().describe('Place in the log: starts at 1, without gaps, in the order of commits'),
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
