import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/queue.ts';
import { PERMISSIONS, Permission, Role } from '../access/roles.ts';
import type { Person, Services } from '../context.ts';
import { Uuid } from '../shared/schemas.ts';

export const Session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  organisations: z.array(z.object({ id: Uuid, name: z.string(), role: Role, permissions: z.array(Permission) })),
});
type Session = z.infer<typeof Session>;

/** A person with the organisations that they belong to, by name. */
export async function readSession(services: Services, user: Person): Promise<Session> {
  const { rows } = await sql<{ id: string; name: string | null; role: Role }>`
    select o.id, o.organization_name as name, m.role
    from members m join organisations o on o.id = m.organisation_id
    where m.user_id = ${user.id} order by lower(o.organization_name), o.id`.execute(database(services.em()));
  return {
    user,
    organisations: rows.map(({ id, name, role }) => ({
      id,
      name: name ?? 'Organisation without a name',
      role,
      permissions: [...PERMISSIONS[role]],
    })),
  };
}
