import { type DesignIssue, pathOf } from './describe-issue.ts';

/** Issues that are reported of one document. */
export const MAX_ISSUES = 20;

const TEXT_RULE = 'must not contain NUL or a lone surrogate';

/**
 * Returns the values that have no canonical form or cannot be stored: PostgreSQL stores no NUL, UTF-8 has no lone surrogate, and JSON no
 * number like 1e400.
 */
export function unstorableValues(document: unknown): DesignIssue[] {
  const issues: DesignIssue[] = [];
  const find = (value: unknown, path: readonly PropertyKey[]): void => {
    if (issues.length >= MAX_ISSUES) return;
    if (typeof value === 'string' && !isStorable(value)) issues.push({ path: pathOf(path), message: TEXT_RULE });
    if (typeof value === 'number' && !Number.isFinite(value))
      issues.push({ path: pathOf(path), message: 'must be a finite number' });
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) issues.push({ path: pathOf(path), message: `has a member whose name ${TEXT_RULE}` });
      find(part, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  find(document, []);
  return issues;
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
