import { z } from 'zod';
import { database } from '../../database/sql.ts';
import { Role } from '../access/rules.ts';
import type { DomainContext } from '../context.ts';
import { DateTime, iso, Uuid } from '../shared/schemas.ts';

export const MemberList = z.object({
  members: z.array(
    z.object({ userId: z.string(), name: z.string(), email: z.string(), role: Role, createdAt: DateTime }),
  ),
  invitations: z.array(
    z.object({
      id: Uuid,
      email: z.string(),
      role: Role,
      createdAt: DateTime,
      expiresAt: DateTime,
      mail: z
        .object({
          status: z.enum(['QUEUED', 'SENDING', 'SENT', 'DELIVERED', 'BOUNCED', 'FAILED', 'UNCERTAIN']),
          error: z.string().nullable(),
        })
        .nullable()
        .describe("State of the invitation's mail, with the mail server's answer; null once it is deleted"),
    }),
  ),
});
type MemberList = z.infer<typeof MemberList>;

/** Returns the organisation's members and its open invitations. */
export async function listMembers(context: DomainContext): Promise<MemberList> {
  const { organisationId } = context;
  const db = database(context.em());
  const members = await db
    .selectFrom('members as m')
    .innerJoin('auth.user as u', 'u.id', 'm.userId')
    .select(['m.userId', 'u.name', 'u.email', 'm.role', 'm.createdAt'])
    .where('m.organisationId', '=', organisationId)
    .orderBy(({ fn }) => fn('lower', ['u.email']))
    .execute();
  const invitations = await db
    .selectFrom('invitations as i')
    .leftJoin('emails as e', (join) =>
      join
        .onRef('e.organisationId', '=', 'i.organisationId')
        .on('e.kind', '=', 'INVITATION')
        // Repeats the predicate of the partial index, which has no mails of certificates.
        .on('e.subjectId', 'is not', null)
        .on(({ eb, cast, ref }) => eb('e.subjectId', '=', cast<string>(ref('i.id'), 'text'))),
    )
    .select(['i.id', 'i.email', 'i.role', 'i.createdAt', 'i.expiresAt', 'e.status', 'e.error'])
    .where('i.organisationId', '=', organisationId)
    .where('i.expiresAt', '>', context.now())
    .orderBy(({ fn }) => fn('lower', ['i.email']))
    .execute();
  return {
    members: members.map(({ createdAt, ...member }) => ({ ...member, createdAt: iso(createdAt) })),
    invitations: invitations.map(({ createdAt, expiresAt, status, error, ...invitation }) => ({
      ...invitation,
      mail: status && { status, error },
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
  };
}
