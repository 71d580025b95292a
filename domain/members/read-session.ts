import { z } from 'zod';
import { PERMISSIONS, Permission, Role } from '../access/rules.ts';
import type { Person, Services } from '../context.ts';
import { LANGUAGES } from '../limits.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { sandboxOf } from '../shared/ids.ts';
import { Uuid } from '../shared/schemas.ts';
import { readLanguage } from './read-language.ts';
import { liveMembers } from './rules.ts';

export const Session = z.object({
  user: z.object({
    ...{ id: z.string(), name: z.string(), email: z.string() },
    language: z.enum(LANGUAGES).nullable().describe('Language that the person chose; null for that of the browser'),
  }),
  organisations: z.array(
    z.object({
      id: Uuid,
      testId: Uuid.describe('Id of its sandbox, which stands for it in test mode'),
      name: z.string().describe('Empty without a name'),
      role: Role,
      permissions: z.array(Permission),
    }),
  ),
});
type Session = z.infer<typeof Session>;

/** Returns a person with their organisations, ordered by name. */
export async function readSession(services: Services, user: Person): Promise<Session> {
  const rows = await liveMembers(services.em())
    .innerJoin('organisations as o', 'o.id', 'members.organisationId')
    .select(['o.id', 'o.organizationName'])
    .where('userId', '=', user.id)
    .orderBy(({ fn }) => fn('lower', ['o.organizationName']))
    .orderBy('o.id')
    .execute();
  return {
    user: { ...user, language: (await readLanguage(services.em(), user.id)).chosen },
    organisations: rows
      .filter((row) => isAuthentic(services, 'members', row))
      .map(({ id, organizationName, role }) => ({
        id,
        testId: sandboxOf(id),
        name: organizationName ?? '',
        role,
        permissions: [...PERMISSIONS[role]],
      })),
  };
}
