import type { EntityManager } from '../../database/orm.ts';
import type { Services } from '../context.ts';
import { readRules } from '../templates/read-rules.ts';
import type { IssuingRules } from '../templates/rules.ts';

interface Templated {
  /** Null for certificates without a template, which have no reminders. */
  templateOrganisationId: string | null;
  templateId: string | null;
}

/** Returns the reminders of a certificate's template; undefined without any, null for a template that was changed outside Laurel. */
export type RemindersOf = (row: Templated) => IssuingRules['reminders'] | null;

/** Reads the reminders in the current versions of certificates' templates. */
export async function readReminders(
  em: EntityManager,
  services: Pick<Services, 'authenticator'>,
  rows: readonly Templated[],
): Promise<RemindersOf> {
  if (rows.length === 0) return () => undefined;
  const rulesOf = await readRules(em, services, rows);
  return (row) => {
    const rules = rulesOf(row);
    return rules === null ? null : rules.reminders;
  };
}
