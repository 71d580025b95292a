import type { ActingContext } from '../context.ts';
import { refusal } from '../errors.ts';
import { requestConfirmation } from '../mailboxes/request-confirmation.ts';
import { mailboxFor, type Purpose } from '../mailboxes/rules.ts';
import { changeOrganisation } from './change.ts';

/** Sends a mailbox another link. CONFLICT `mailbox_not_waiting` without a mailbox that has not confirmed. */
export async function resendConfirmation(
  context: ActingContext,
  { purpose }: { purpose: Purpose },
): Promise<{ sentTo: string }> {
  let sentTo = '';
  await changeOrganisation(context, 'organisation.resendConfirmation', async (row, em) => {
    const mailbox = mailboxFor(row, purpose);
    if (!mailbox || mailbox.isConfirmed) throw refusal('mailbox_not_waiting');
    sentTo = mailbox.address;
    await requestConfirmation(em, context, row, { purpose, address: sentTo });
  });
  return { sentTo };
}
