import { Certificate } from '../../database/entities/certificate.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { Uuid } from '../shared/schemas.ts';
import { findOwnCertificate } from './queries.ts';
import { readAskable } from './read-askable.ts';
import { readLastRequests } from './read-last.ts';
import type { Askable } from './types.ts';

interface Found {
  certificateId: string;
  askable: Askable[];
  /** Time of the open request; null without one. */
  since: Date | null;
  /** Time zone of the certificate. */
  timeZone: string;
}

/** Returns what a recipient may ask to correct in a certificate. NOT_FOUND unless it belongs to one of the mailboxes. */
export async function findAskable(
  services: Services & { mailboxes: readonly string[] },
  { certificateId }: { certificateId: string },
): Promise<Found> {
  const { data: id } = Uuid.safeParse(certificateId.toLowerCase());
  const em = services.em();
  const own = id && (await findOwnCertificate(em, { mailboxes: services.mailboxes, certificateId: id }));
  if (!own) throw notFound();
  const { organisationId } = own;
  const row = await em.findOneOrFail(Certificate, { organisationId, id });
  assertAuthentic(services, 'certificates', row);
  const [askable, last] = await Promise.all([
    readAskable(services.em(), services, [row]),
    readLastRequests(services.em(), services, [row]),
  ]);
  const open = last.get(id);
  return {
    certificateId: id,
    askable: askable.get(id) ?? [],
    since: open?.status === 'OPEN' ? open.createdAt : null,
    timeZone: row.timeZone,
  };
}
