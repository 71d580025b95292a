import { type Detail, detail } from '../../errors/detail.ts';
import { pathOf } from '../../errors/from-zod.ts';

/** Issues that are reported of one document. */
export const MAX_ISSUES = 20;

/**
 * Returns the values that have no canonical form or cannot be stored: PostgreSQL stores no NUL, UTF-8 has no lone surrogate, and JSON no
 * number like 1e400.
 */
export function unstorableValues(document: unknown): Detail[] {
  const issues: Detail[] = [];
  const find = (value: unknown, path: readonly PropertyKey[]): void => {
    if (issues.length >= MAX_ISSUES) return;
    const fault = typeof value === 'string' ? textFault(value) : null;
    if (fault) issues.push(detail(pathOf(path), fault));
    if (typeof value === 'number' && !Number.isFinite(value)) issues.push(detail(pathOf(path), 'not_finite'));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (textFault(name)) issues.push(detail(pathOf(path), 'malformed_member_name'));
      find(part, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  find(document, []);
  return issues;
}

function textFault(text: string): 'control_character' | 'malformed_text' | null {
  if (text.includes('\0')) return 'control_character';
  return text.isWellFormed() ? null : 'malformed_text';
}
