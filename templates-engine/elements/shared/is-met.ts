import type { ShownValues } from '../../text/values.ts';
import type { Condition } from './condition.ts';

/** Returns true if a condition is met. A missing value is treated as empty. */
export function isMet(condition: Condition, values: Pick<ShownValues, 'raw'>): boolean {
  const given = values.raw(condition.variable) ?? '';
  if (condition.is !== undefined) return given === condition.is;
  if (condition.isNot !== undefined) return given !== condition.isNot;
  if (condition.oneOf) return condition.oneOf.includes(given);
  return condition.isEmpty ? given === '' : given !== '';
}
