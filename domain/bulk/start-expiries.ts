import { checkExpiries } from './check-expiries.ts';
import type { ChangeExpiriesByTable } from './schemas.ts';
import { type Starting, startTable } from './start-table.ts';

/** Starts changing the expiries of the certificates in a table, each to its own. */
export const startExpiries = (context: Starting, input: ChangeExpiriesByTable) =>
  startTable(context, 'bulk expiries', input, async () => {
    const { changed, ...checked } = await checkExpiries(context, input.rows);
    const same = { reason: input.reason, expiresAt: null, sendEmail: false };
    return { action: { kind: 'EXPIRY', ...checked, ...same }, changed };
  });
