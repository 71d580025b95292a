import { Organisation } from '../../database/entities/organisation.ts';
import type { Role } from '../access/rules.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { liveMembers } from './rules.ts';

interface Membership {
  organisationId: string;
  organizationName: string | null;
  role: Role;
}

/** Returns the organisations of a person with the role in each, by the organisation's age, on an operator's command. */
export async function findMemberships(services: Services, userId: string): Promise<Membership[]> {
  const em = services.em();
  const rows = await liveMembers(em).where('userId', '=', userId).orderBy('organisationId').execute();
  const members = rows.filter((member) => isAuthentic(services, 'members', member));
  const organisations = await em.find(Organisation, { id: { $in: members.map((one) => one.organisationId) } });
  const names = new Map(organisations.map(({ id, organizationName }) => [id, organizationName ?? null]));
  return members.map(({ organisationId, role }) => ({
    organisationId,
    organizationName: names.get(organisationId) ?? null,
    role,
  }));
}
