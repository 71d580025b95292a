import { checkCorrections } from './check-corrections.ts';
import type { CorrectByTable } from './schemas.ts';
import { type Starting, startTable } from './start-table.ts';

/** Starts correcting the certificates in a table. */
export const startCorrections = (context: Starting, input: CorrectByTable) =>
  startTable(context, 'bulk corrections', input, async () => {
    const { changed, warnings, changes, ...checked } = await checkCorrections(context, input);
    const same = { reason: input.reason, expiresAt: null, sendEmail: input.sendEmail ?? false };
    return { action: { kind: 'CORRECT', ...checked, ...same }, changed, warnings, changes };
  });
