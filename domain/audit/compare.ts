import { z } from 'zod';

/** Change of a field, in text. A list has commas, and null is no value. */
export const FieldChange = z.object({
  field: z.string().describe('Name of the field in the API'),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type FieldChange = z.infer<typeof FieldChange>;

/** Returns the fields of two views of an object that differ, in the order of the later view. */
export function compareViews(before: object, after: object): FieldChange[] {
  const earlier = new Map(Object.entries(before));
  return Object.entries(after)
    .map(([field, value]) => ({ field, from: textOf(earlier.get(field)), to: textOf(value) }))
    .filter(({ from, to }) => from !== to);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return value instanceof Date ? value.toISOString() : String(value);
}
