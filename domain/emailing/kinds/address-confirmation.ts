import { Organisation } from '../../../database/entities/organisation.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { codeFor } from '../../mailboxes/link-confirmation.ts';
import { mailboxFor, PURPOSES } from '../../mailboxes/rules.ts';
import { assertAuthentic, NotAuthenticError } from '../../shared/authentic-rows.ts';
import { liveOf } from '../../shared/ids.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsFor } from './kind.ts';

/**
 * Composes the mail that asks a mailbox to confirm its use. `subjectId` has the purpose, and the person who asked, in whose language the
 * mail is. Obsolete once the mailbox was confirmed, removed, or asked again: the later question has a mail of its own.
 */
export async function addressConfirmation(
  services: Services,
  { organisationId, subjectId, createdAt }: Email,
): Promise<Composed | string> {
  const [named, askedBy] = subjectId?.split(' ') ?? [];
  const purpose = PURPOSES.find((one) => one === named);
  if (!purpose) throw new NotAuthenticError('emails');
  const organisation = await services.em().findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const mailbox = mailboxFor(organisation, purpose);
  if (!mailbox || mailbox.isConfirmed || createdAt < mailbox.askedAt) return WITHDRAWN;
  const { language, messages, value } = await wordsFor(services, askedBy ?? null);
  // As on the page of the link.
  const names = {
    organisation: value(organisation.organizationName ?? 'Laurel'),
    address: value(mailbox.address),
  };
  const { subject, sender, copies, then, ignore, button } = messages.mailbox;
  const wish = purpose === 'SENDER' ? sender(names) : copies(names);
  const code = codeFor(services, organisation, purpose, mailbox);
  const mail = await accountEmail(mailbox.address, {
    ...{ language, subject: subject(names), text: [wish, then, ignore(names)].join('\n\n') },
    action: { label: button, url: `${services.installation.address}/confirm-address?code=${code}&lang=${language}` },
  });
  return { mail };
}
