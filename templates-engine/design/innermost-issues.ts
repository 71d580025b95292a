import type { z } from 'zod';

/**
 * The issues of the alternative that a value was most likely meant as, for one that fits no alternative of a union: that
 * whose issues lie deepest inside the value. The issue itself where each alternative is of another type.
 */
export function innermostIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const alternatives = issue.errors.map((issues) =>
    issues.flatMap(innermostIssues).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  const rankOf = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map(depthOf));
  const [deepest = []] = [...alternatives].sort((a, b) => rankOf(b) - rankOf(a));
  return rankOf(deepest) > issue.path.length ? deepest : [issue];
}

/** The issues of a value that has the type of its alternative. */
const OF_RIGHT_TYPE: readonly string[] = ['unrecognized_keys', 'too_big', 'too_small', 'custom'];

/** How deep in the value an issue lies. */
const depthOf = ({ path, code }: z.core.$ZodIssue): number => path.length + (OF_RIGHT_TYPE.includes(code) ? 0.5 : 0);
