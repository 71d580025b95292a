import type { DomainContext } from '../context.ts';
import { dkimKeyOf, ownOrganisation } from './queries.ts';
import { senderDomain, toView } from './rules.ts';
import type { Dkim } from './schemas.ts';

/** Returns the organisation's key with its record for the DNS. */
export async function readDkim(context: DomainContext): Promise<Dkim> {
  const key = await dkimKeyOf(context.em(), context.organisationId);
  return toView(key, senderDomain(await ownOrganisation(context)));
}
