import { below, type Detail, detail } from '../../errors/detail.ts';
import { prepareCorrection } from '../amending/prepare-correction.ts';
import type { CorrectCertificate } from '../amending/schemas.ts';
import type { DomainContext } from '../context.ts';
import { DomainError, validationError } from '../errors.ts';
import { inTurn } from '../issuing/run-in-turn.ts';
import { findNamed } from './find-named.ts';
import type { CorrectByTable } from './schemas.ts';

interface CheckedCorrections {
  /** Certificates in the order of the rows. */
  certificateIds: string[];
  /** Their corrected members as JSON. */
  corrections: string[];
  /** Number of certificates that are not as in the table already. */
  changed: number;
}

/**
 * Finds and checks the certificates of a table of corrections, each as if it were corrected alone. VALIDATION_ERROR with the faults of all
 * rows.
 */
export async function checkCorrections(
  context: DomainContext,
  { rows, reason }: CorrectByTable,
): Promise<CheckedCorrections> {
  const found = await findNamed(
    context,
    rows.map(({ certificate }) => certificate),
  );
  const issues: Detail[] = [];
  const checked: CheckedCorrections = { certificateIds: [], corrections: [], changed: 0 };
  await inTurn(context.organisationId, rows.length, async () => {
    for (const [index, { certificate: _, ...change }] of rows.entries()) {
      const { row, fault } = found[index] ?? {};
      const outcome = row ? await tryOut(context, { id: row.id, ...change, reason }) : { faults: fault ? [fault] : [] };
      issues.push(...below(`rows[${index}]`, outcome.faults));
      if (!row) continue;
      checked.certificateIds.push(row.id);
      checked.corrections.push(JSON.stringify(change));
      if (!('isSame' in outcome)) checked.changed += 1;
    }
  });
  if (issues.length > 0) throw validationError(issues);
  return checked;
}

/** Returns the faults of a correction, or that it changes nothing. */
async function tryOut(context: DomainContext, input: CorrectCertificate): Promise<{ faults: Detail[]; isSame?: true }> {
  try {
    await prepareCorrection(context, input);
    return { faults: [] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { reason, details } = error.extras;
    if (reason === 'no_change') return { faults: [], isSame: true };
    if (reason === 'revoked_unchangeable' || reason === 'certificate_failed' || reason === 'original_unchangeable')
      return { faults: [detail('certificate', reason)] };
    if (!details) throw error;
    return { faults: [...details] };
  }
}
