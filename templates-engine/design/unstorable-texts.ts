import { type DesignIssue, pathOf } from './describe-issue.ts';

/** Texts that can't be kept, wherever they are: PostgreSQL stores no NUL, and UTF-8 has no lone surrogate. */
export function unstorableTexts(value: unknown, path: readonly PropertyKey[] = []): DesignIssue[] {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed()
      ? [{ path: pathOf(path), message: 'must not contain NUL or a lone surrogate' }]
      : [];
  if (Array.isArray(value)) return value.flatMap((one, index) => unstorableTexts(one, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => unstorableTexts(one, [...path, name]));
}
