import { findAccount } from '../../access/find-account.ts';
import { UNTITLED } from '../../certificates/load-file.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { digestReaders } from '../../expiry/choose-digest.ts';
import { subscriptionUrl } from '../../expiry/link-subscription.ts';
import { readDigest } from '../../expiry/read-digest.ts';
import { roleOf } from '../../members/rules.ts';
import { lastDayBefore } from '../../shared/calendar.ts';
import { accountEmail, type Composed, WITHDRAWN } from './kind.ts';

/** Templates that a digest names. */
const NAMED = 10;

/** Composes the digest of expiring certificates for the member `subjectId`. Obsolete if the person left or no longer wants it. */
export async function expiryDigest(
  services: Services,
  { organisationId, subjectId: userId, createdAt: at }: Email,
): Promise<Composed | string> {
  if (userId === null || !(await roleOf(services, { organisationId, userId }))) return WITHDRAWN;
  const account = await findAccount(services, userId);
  const readers = await digestReaders(services.em(), services, organisationId);
  if (!account || !readers.includes(userId)) return WITHDRAWN;
  const { certificates, isMore } = await readDigest(services, { organisationId, subjectId: userId, at });
  const [first] = certificates;
  if (!first?.expiresAt) return 'no certificate of the digest expires any more';
  const count = `${certificates.length.toLocaleString('en')}${isMore ? ' or more' : ''}`;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${lastDayBefore(first.expiresAt, first.timeZone)}T00:00:00Z`),
  );
  const isOne = certificates.length === 1 && !isMore;
  const mail = await accountEmail(account.email, {
    subject: isOne ? 'One certificate expires soon' : `${count} certificates expire soon`,
    text: `${byTemplate(certificates)}. ${isOne ? 'It' : 'The first'} is valid until ${day}.`,
    action: {
      label: 'Open the certificates',
      url: `${services.installation.address}/o/${organisationId}/certificates`,
    },
  });
  return {
    mail: { ...mail, unsubscribeUrl: subscriptionUrl(services, { organisationId, kind: 'DIGEST', id: userId }) },
  };
}

/** Returns the number of certificates of each template as a text, the largest first. */
function byTemplate(certificates: readonly { templateName: string | null }[]): string {
  const counts = [...Map.groupBy(certificates, ({ templateName }) => templateName ?? UNTITLED)]
    .map(([name, { length }]) => ({ name, length }))
    .sort((one, other) => other.length - one.length);
  const named = counts.slice(0, NAMED).map(({ name, length }) => `${length.toLocaleString('en')} of “${name}”`);
  return [...named, ...(counts.length > NAMED ? ['others'] : [])].join(', ');
}
