import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import type { DomainContext } from '../context.ts';
import { mailboxFor, PURPOSES } from '../mailboxes/rules.ts';

export const Mailboxes = z.object({
  mailboxes: z.array(z.object({ purpose: z.enum(PURPOSES), address: z.string(), isConfirmed: z.boolean() })),
});

/** Returns the mailboxes that the organisation sends from and copies to, with whether they have confirmed. */
export async function readMailboxes({ em, organisationId }: DomainContext): Promise<z.infer<typeof Mailboxes>> {
  const row = await em().findOneOrFail(Organisation, { id: organisationId });
  const mailboxes = PURPOSES.flatMap((purpose) => {
    const mailbox = mailboxFor(row, purpose);
    return mailbox ? [{ purpose, address: mailbox.address, isConfirmed: mailbox.isConfirmed }] : [];
  });
  return { mailboxes };
}
