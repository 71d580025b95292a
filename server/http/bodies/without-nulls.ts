import { z } from 'zod';

/**
 * Returns a body without its members that are null, where the schema lets a member be left out and has no meaning for null. Many clients
 * send null for what they do not have. Anything else is unchanged, so that the schema refuses it.
 */
export function withoutNulls(schema: unknown, body: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(body)) return body.map((item) => withoutNulls(inner.element, item));
  if (!(inner instanceof z.ZodObject) || !isRecord(body)) return body;
  const shape = inner.shape as Readonly<Record<string, z.ZodType | undefined>>;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (value === null && member && isOmittable(member)) return [];
      return [[name, member ? withoutNulls(member, value) : value]];
    }),
  );
}

/** Returns true for a member that can be left out, and for which null has no meaning. */
const isOmittable = (member: z.ZodType): boolean =>
  member.safeParse(undefined).success && !member.safeParse(null).success;

/** Returns the schema inside of those that only add or change something. */
function unwrapped(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
