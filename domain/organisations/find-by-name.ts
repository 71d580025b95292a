import { Organisation } from '../../database/entities/organisation.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { FIRST_CREDITS } from './create.ts';

/** Returns the organisation with exactly this name and the credits that it was created with; null without one. */
export async function findOrganisationByName(
  services: Pick<Services, 'em'>,
  name: string,
): Promise<{ id: string; firstCredits: number } | null> {
  const em = services.em();
  const organisation = await em.findOne(Organisation, { organizationName: name });
  if (!organisation) return null;
  const first = await database(em)
    .selectFrom('credit_entries')
    .select('amount')
    .where('organisationId', '=', organisation.id)
    .where('number', '=', 1)
    .where('note', '=', FIRST_CREDITS)
    .executeTakeFirst();
  return { id: organisation.id, firstCredits: first?.amount ?? 0 };
}
