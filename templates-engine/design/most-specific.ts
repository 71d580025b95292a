import type { z } from 'zod';

/**
 * The faults of a value that may have one of several forms: of the form that it seems to have, with their paths inside the
 * value. Where it has none of them, the fault is the value's as a whole.
 */
export function mostSpecific(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = ({ path, code }: z.core.$ZodIssue) => path.length > 0 || code === 'unrecognized_keys';
  const meant = issue.errors.find((errors) => errors.length > 0 && errors.every(inside));
  if (!meant) return [issue];
  return meant.flatMap((one) => mostSpecific({ ...one, path: [...issue.path, ...one.path] }));
}
