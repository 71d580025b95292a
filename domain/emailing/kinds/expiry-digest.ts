import { Organisation } from '../../../database/entities/organisation.ts';
import { findAccount } from '../../access/find-account.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { digestReaders } from '../../expiry/choose-digest.ts';
import { subscriptionUrl } from '../../expiry/link-subscription.ts';
import { readDigest } from '../../expiry/read-digest.ts';
import { roleOf } from '../../members/rules.ts';
import { assertAuthentic } from '../../shared/authentic-rows.ts';
import { lastDayBefore } from '../../shared/calendar.ts';
import { liveOf } from '../../shared/ids.ts';
import { oneLine } from '../../shared/one-line.ts';
import { dayIn } from './format-day.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsFor } from './kind.ts';

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
  const organisation = await services.em().findOneOrFail(Organisation, { id: liveOf(organisationId) });
  assertAuthentic(services, 'organisations', organisation);
  const words = await wordsFor(services, userId);
  const { language, messages, value } = words;
  const { digest } = messages;
  const count = certificates.length;
  const date = dayIn(language, lastDayBefore(first.expiresAt, first.timeZone));
  const lines = [
    digest.intro({ organisation: value(organisation.organizationName ?? 'Laurel') }),
    ...byTemplate(certificates, words),
  ];
  const until = count === 1 && !isMore ? digest.onlyUntil({ date }) : digest.firstUntil({ date });
  const mail = await accountEmail(account.email, {
    ...{ language, subject: (isMore ? digest.orMore : digest.subject)({ count }) },
    text: [lines.join('\n'), until].join('\n\n'),
    action: { label: digest.button, url: `${services.installation.address}/o/${organisationId}/certificates` },
  });
  return {
    mail: {
      ...mail,
      unsubscribeUrl: `${subscriptionUrl(services, { organisationId, kind: 'DIGEST', id: userId })}&lang=${language}`,
    },
  };
}

/** Returns a line with the number of certificates for each template, the largest first. */
function byTemplate(
  certificates: readonly { templateName: string | null }[],
  { messages: { digest, untitled }, value }: Awaited<ReturnType<typeof wordsFor>>,
): string[] {
  const counts = [...Map.groupBy(certificates, ({ templateName }) => templateName ?? untitled)]
    .map(([name, { length: count }]) => ({ name: value(oneLine(name)), count }))
    .sort((one, other) => other.count - one.count);
  return [...counts.slice(0, NAMED).map(digest.ofTemplate), ...(counts.length > NAMED ? [digest.others] : [])];
}
