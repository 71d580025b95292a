import { Organisation } from '../../../database/entities/organisation.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { codeFor } from '../../mailboxes/link-confirmation.ts';
import { mailboxFor, PURPOSES } from '../../mailboxes/rules.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { accountEmail, type Composed, WITHDRAWN } from './kind.ts';

/** Composes the mail that asks the mailbox of the purpose `subjectId` to confirm its use. Obsolete once it was confirmed or removed. */
export async function addressConfirmation(
  services: Services,
  { organisationId, subjectId }: Email,
): Promise<Composed | string> {
  const purpose = PURPOSES.find((one) => one === subjectId);
  if (!purpose) throw new NotAuthenticError('emails');
  const organisation = await services.em().findOneOrFail(Organisation, { id: organisationId });
  assertAuthentic(services, 'organisations', organisation);
  const mailbox = mailboxFor(organisation, purpose);
  if (!mailbox || mailbox.isConfirmed) return WITHDRAWN;
  const { address } = mailbox;
  const name = organisation.organizationName ?? 'An organisation';
  const wish =
    purpose === 'SENDER'
      ? `${name} wants to send its certificate e-mails from ${address}.`
      : `${name} wants to send a copy of its certificate e-mails to ${address}.`;
  const url = `${services.installation.address}/confirm-address?code=${codeFor(services, organisation, purpose, mailbox)}`;
  const mail = await accountEmail(address, {
    subject: `Confirm ${address} for ${name}`,
    text: `${wish} Nothing is sent before you confirm it.\n\nIf you do not know ${name}, ignore this e-mail. The link works for 7 days.`,
    action: { label: 'Open the confirmation', url },
  });
  return { mail };
}
