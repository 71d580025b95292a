import { sql } from 'kysely';
import { z } from 'zod';
import { database } from '../../database/queue.ts';
import { Role } from '../access/roles.ts';
import type { DomainContext } from '../context.ts';
import { DateTime, iso, Uuid } from '../shared/schemas.ts';

export const MemberList = z.object({
  members: z.array(
    z.object({ userId: z.string(), name: z.string(), email: z.string(), role: Role, createdAt: DateTime }),
  ),
  invitations: z.array(z.object({ id: Uuid, email: z.string(), role: Role, createdAt: DateTime, expiresAt: DateTime })),
});
type MemberList = z.infer<typeof MemberList>;

/** The organisation's members, and the invitations that are still open. */
export async function listMembers(context: DomainContext): Promise<MemberList> {
  const { organisationId } = context;
  const db = database(context.em());
  const members = await sql<{ id: string; name: string; email: string; role: Role; created_at: string }>`
    select u.id, u.name, u.email, m.role, m.created_at
    from members m join auth."user" u on u.id = m.user_id
    where m.organisation_id = ${organisationId} order by lower(u.email)`.execute(db);
  const invitations = await sql<{ id: string; email: string; role: Role; created_at: string; expires_at: string }>`
    select id, email, role, created_at, expires_at from invitations
    where organisation_id = ${organisationId} and expires_at > ${context.now()} order by lower(email)`.execute(db);
  return {
    members: members.rows.map(({ id, name, email, role, created_at }) => ({
      userId: id,
      name,
      email,
      role,
      createdAt: iso(new Date(created_at)),
    })),
    invitations: invitations.rows.map(({ id, email, role, created_at, expires_at }) => ({
      id,
      email,
      role,
      createdAt: iso(new Date(created_at)),
      expiresAt: iso(new Date(expires_at)),
    })),
  };
}
