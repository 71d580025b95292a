import { below, type Detail, detail } from '../../errors/detail.ts';
import { type PreparedCorrection, prepareCorrection } from '../amending/prepare-correction.ts';
import type { CorrectCertificate } from '../amending/schemas.ts';
import type { DomainContext } from '../context.ts';
import { DomainError, validationError } from '../errors.ts';
import { findWarnings, MAX_WARNINGS } from '../issuing/find-warnings.ts';
import { inTurn } from '../issuing/run-in-turn.ts';
import { variablePath } from '../templates/match-variables.ts';
import { findNamed } from './find-named.ts';
import { listChanges } from './list-changes.ts';
import type { CorrectByTable } from './schemas.ts';

interface CheckedCorrections {
  /** Certificates in the order of the rows. */
  certificateIds: string[];
  /** Their corrected members as JSON. */
  corrections: string[];
  /** Number of certificates that are not as in the table already. */
  changed: number;
  /** Remarks of a dry run on values of the table that look wrong. */
  warnings: Detail[];
  /** Fields that a dry run would change. */
  changes: ReturnType<typeof listChanges>;
}

/** A row whose correction changes something. */
interface Change {
  index: number;
  given: Omit<CorrectByTable['rows'][number], 'certificate'>;
  prepared: PreparedCorrection;
}

/**
 * Finds and checks the certificates of a table of corrections, each as if it were corrected alone. VALIDATION_ERROR with the faults of all
 * rows.
 */
export async function checkCorrections(
  context: DomainContext,
  { rows, reason, dryRun }: CorrectByTable,
): Promise<CheckedCorrections> {
  const found = await findNamed(
    context,
    rows.map(({ certificate }) => certificate),
  );
  const issues: Detail[] = [];
  const checked: CheckedCorrections = { certificateIds: [], corrections: [], changed: 0, warnings: [], changes: [] };
  const changes: Change[] = [];
  await inTurn(context.organisationId, rows.length, async () => {
    for (const [index, { certificate: _, ...change }] of rows.entries()) {
      const { row, fault } = found[index] ?? {};
      const outcome = row ? await tryOut(context, { id: row.id, ...change, reason }) : { faults: fault ? [fault] : [] };
      issues.push(...below(`rows[${index}]`, outcome.faults));
      if (!row) continue;
      checked.certificateIds.push(row.id);
      checked.corrections.push(JSON.stringify(change));
      if (!('isSame' in outcome)) checked.changed += 1;
      if (dryRun && outcome.prepared) changes.push({ index, given: change, prepared: outcome.prepared });
    }
  });
  if (issues.length > 0) throw validationError(issues);
  if (!dryRun) return checked;
  return { ...checked, warnings: await warningsOf(context, changes), changes: listChanges(changes) };
}

/** Returns the warnings about values of the table, without repeated recipients: a person can have several certificates. */
async function warningsOf(context: DomainContext, changes: readonly Change[]): Promise<Detail[]> {
  const warnings: Detail[] = [];
  const byVersion = Map.groupBy(changes, ({ prepared: { template } }) => `${template.templateId} ${template.version}`);
  for (const group of byVersion.values()) {
    const [{ prepared }] = group as [Change];
    const corrected = group.map((change) => change.prepared.corrected);
    const prefix = (at: number) => `rows[${group[at]?.index}]`;
    const isGiven = new Set(
      group.flatMap(({ index, given }) =>
        Object.keys(given.variables ?? {}).map((name) => `rows[${index}].${variablePath(name)}`),
      ),
    );
    const found = await findWarnings(context, prepared.template, corrected, { prefix });
    warnings.push(...found.filter(({ path, code }) => isGiven.has(path) && code !== 'same_recipient'));
  }
  return warnings.slice(0, MAX_WARNINGS);
}

interface Outcome {
  faults: Detail[];
  /** True if the correction changes nothing. */
  isSame?: true;
  prepared?: PreparedCorrection;
}

/** Returns the faults of a correction, or the prepared one unless it changes nothing. */
async function tryOut(context: DomainContext, input: CorrectCertificate): Promise<Outcome> {
  try {
    return { faults: [], prepared: await prepareCorrection(context, input) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { reason, details } = error.extras;
    if (reason === 'no_change') return { faults: [], isSame: true };
    if (reason === 'certificate_revoked' || reason === 'certificate_failed' || reason === 'original_unchangeable')
      return { faults: [detail('certificate', reason)] };
    if (!details) throw error;
    return { faults: [...details] };
  }
}
