import type { DomainContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { readAllowance } from '../imports/read-allowance.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { assertNoConflicts } from './prepare-import.ts';
import type { ImportCertificates } from './schemas.ts';

/**
 * Checks rows that several calls import for what no single call sees: repeated numbers, codes and recipients (VALIDATION_ERROR), and the
 * credits for all of them (INSUFFICIENT_CREDITS).
 */
export async function checkTogether(context: DomainContext, input: ImportCertificates): Promise<void> {
  const template = input.templateId === undefined ? null : await currentVersion(context, input.templateId);
  await assertNoConflicts(context.em(), context, input, template);
  const { remaining: free } = await readAllowance(context);
  const paid = input.certificates.filter((row, index) => index >= free && row.originalPdf === undefined);
  await requireCredits(context.em(), context.organisationId, paid.length * PRICE);
}
