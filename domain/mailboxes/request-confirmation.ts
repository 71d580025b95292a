import type { Organisation } from '../../database/entities/organisation.ts';
import type { EntityManager } from '../../database/orm.ts';
import type { ActingContext } from '../context.ts';
import { requestAccountEmail } from '../emails/request-account-email.ts';
import { countEmail } from '../shared/email-limits.ts';
import { type Purpose, setMailbox } from './rules.ts';

/** Asks the mailbox in a changed row to confirm its use, by a link in a mail. Without a mailbox, only ends the earlier question. */
export async function requestConfirmation(
  em: EntityManager,
  context: ActingContext,
  row: Organisation,
  { purpose, address }: { purpose: Purpose; address: string | null },
): Promise<void> {
  const now = context.now();
  setMailbox(row, purpose, { askedAt: address === null ? null : now, confirmed: false });
  if (address === null) return;
  const { organisationId, actor } = context;
  // The mail is in the language of the person who asks.
  const subjectId = actor.kind === 'person' && actor.id ? `${purpose} ${actor.id}` : purpose;
  await countEmail(em, { purpose: 'confirmation', address, organisationId, now });
  await requestAccountEmail(em, context, { kind: 'ADDRESS_CONFIRMATION', organisationId, subjectId });
}
