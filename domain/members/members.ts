import { sql } from 'kysely';
import { database } from '../../database/queue.ts';
import type { DomainContext, Services } from '../context.ts';
import type { Role } from './roles.ts';

/** A person's role in an organisation; null where they are no member of it. */
export async function roleOf(
  services: Services,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<Role | null> {
  const { rows } = await sql<{ role: Role }>`
    select role from members where organisation_id = ${organisationId} and user_id = ${userId}`.execute(
    database(services.em()),
  );
  return rows[0]?.role ?? null;
}

/** Makes a person a member; a member's role becomes this one. */
export async function setMember(
  context: DomainContext,
  { userId, role }: { userId: string; role: Role },
): Promise<void> {
  await sql`
    insert into members (organisation_id, user_id, role, created_at)
    values (${context.organisationId}, ${userId}, ${role}, ${context.now()})
    on conflict (organisation_id, user_id) do update set role = excluded.role`.execute(database(context.em()));
}
