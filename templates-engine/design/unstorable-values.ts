import { type Detail, detail } from '../../errors/detail.ts';
import { pathOf } from '../../errors/from-zod.ts';
import { textFaultOf } from '../../errors/text-fault.ts';

/** Maximum number of issues reported per document. */
export const MAX_ISSUES = 20;

/**
 * Returns the values that have no canonical form or cannot be stored. These are control characters, lone surrogates, which UTF-8 lacks, and
 * numbers like 1e400, which JSON lacks.
 */
export function unstorableValues(document: unknown): Detail[] {
  const issues: Detail[] = [];
  const find = (value: unknown, path: readonly PropertyKey[]): void => {
    if (issues.length >= MAX_ISSUES) return;
    const fault = typeof value === 'string' ? textFaultOf(value) : null;
    if (fault) issues.push(detail(pathOf(path), fault));
    if (typeof value === 'number' && !Number.isFinite(value)) issues.push(detail(pathOf(path), 'not_finite'));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (textFaultOf(name)) issues.push(detail(pathOf(path), 'malformed_member_name'));
      find(part, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  find(document, []);
  return issues;
}
