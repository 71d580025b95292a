import { EVENT_TYPE_NAMES, type EventType } from './types.ts';

type Group = EventType extends `${infer Name}.${string}` ? Name : never;
/** An event type, or a wildcard for several: `*`, or a group such as `certificate.*`. Wildcards include types of later versions. */
export type EventPattern = EventType | '*' | `${Group}.*`;

const groupOf = (type: string): string => `${type.slice(0, type.indexOf('.'))}.*`;

/** Returns the patterns that match a type. */
export const patternsOf = (type: string): readonly string[] => [type, groupOf(type), '*'];

/** All patterns: types first, then wildcards. */
export const EVENT_PATTERNS = [
  ...EVENT_TYPE_NAMES,
  '*',
  ...new Set(EVENT_TYPE_NAMES.map((type) => groupOf(type) as EventPattern)),
] as [EventPattern, ...EventPattern[]];

/** Returns the pattern that a text is; null for any other text. */
export const patternOf = (text: string): EventPattern | null =>
  EVENT_PATTERNS.find((pattern) => pattern === text) ?? null;

/** Returns the types that a pattern matches; none for a text that is not a pattern. */
export const typesOf = (text: string): readonly EventType[] =>
  EVENT_TYPE_NAMES.filter((type) => patternsOf(type).includes(text));
