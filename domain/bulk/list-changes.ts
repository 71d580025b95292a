import type { z } from 'zod';
import type { PreparedCorrection } from '../amending/prepare-correction.ts';
import { lastDayBefore } from '../shared/calendar.ts';
import type { ValueChanges } from './schemas.ts';

/** Maximum examples per field. */
const EXAMPLES = 3;

/** A correction of a row of the table. */
interface RowCorrection {
  index: number;
  prepared: PreparedCorrection;
}

/**
 * Returns the fields that corrections change, with the number of their certificates and different examples. They show changes that were
 * not meant, such as dates that a spreadsheet has rewritten.
 */
export function listChanges(corrections: readonly RowCorrection[]): z.infer<typeof ValueChanges>[] {
  const changes = new Map<string, z.infer<typeof ValueChanges>>();
  for (const { index, prepared } of corrections) {
    for (const field of prepared.changed) {
      const change = changes.get(field) ?? { field, count: 0, examples: [] };
      changes.set(field, change);
      change.count += 1;
      const example = { row: index, ...textsOf(field, prepared) };
      const isKnown = change.examples.some(({ before, after }) => before === example.before && after === example.after);
      if (!isKnown && change.examples.length < EXAMPLES) change.examples.push(example);
    }
  }
  return [...changes.values()];
}

/** Returns a field before and after a correction. An expiry is its last day. */
function textsOf(field: string, { before, corrected }: PreparedCorrection): { before: string; after: string } {
  const { claims, recipientEmail, expiresAt } = corrected;
  const dayOf = (moment: Date | null | undefined) => (moment ? lastDayBefore(moment, before.timeZone) : '');
  if (field === 'recipientEmail') return { before: before.recipientEmail ?? '', after: recipientEmail ?? '' };
  if (field === 'awardedOn') return { before: before.awardedOn, after: claims.awardedOn };
  if (field === 'expiresAt') return { before: dayOf(before.expiresAt), after: dayOf(expiresAt) };
  const name = field.replace(/^variables\./, '');
  return { before: before.variables[name] ?? '', after: claims.variables[name] ?? '' };
}
