import type { z } from 'zod';

export interface DesignIssue {
  /** As in `elements[3].font`. */
  path: string;
  message: string;
}

/** What zod found in a document, with the path, what it takes and what was given. */
export function describeIssue(issue: z.core.$ZodIssue, input: unknown): DesignIssue[] {
  const within = issue.code === 'invalid_union' ? issuesOfAlternative(issue) : null;
  if (within) return within.flatMap((one) => describeIssue({ ...one, path: [...issue.path, ...one.path] }, input));
  if (issue.code === 'unrecognized_keys') {
    const owner = issue.path.length === 0 ? 'a design document' : pathOf(issue.path);
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: `is not a member of ${owner}` }));
  }
  const got = issue.path.reduce<unknown>(
    (value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step],
    input,
  );
  const path = pathOf(issue.path);
  if (got === undefined) return [{ path, message: `is missing: ${issue.message}` }];
  const shown = (JSON.stringify(got) ?? String(got)).slice(0, 60);
  return [{ path, message: `${issue.message}, got ${shown}` }];
}

/**
 * Of several forms that a member may take, the issues of the one that was meant: whose faults are all inside of the value.
 * null where it can't be told.
 */
function issuesOfAlternative({ errors }: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | null {
  const isInside = ({ code, path }: z.core.$ZodIssue) => path.length > 0 || code === 'unrecognized_keys';
  const meant = errors.filter((issues) => issues.length > 0 && issues.every(isInside));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

/** A path as errors have it, as in `elements[3].font`. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  );
