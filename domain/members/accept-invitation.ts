import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/queue.ts';
import { recordAction } from '../audit/record.ts';
import type { Services } from '../context.ts';
import { DomainError, notFound, validationError } from '../errors.ts';
import { sha256 } from '../shared/crypto.ts';
import { SafeString, Uuid } from '../shared/schemas.ts';
import { setMember } from './members.ts';
import { PASSWORD_LENGTH, type People, type Person } from './people.ts';
import { Role } from './roles.ts';

export const InvitationToken = z.object({ token: z.string().min(1).max(100) });
export const Invitation = z.object({
  organisation: z.string(),
  email: z.string(),
  role: Role,
  hasAccount: z.boolean().describe('Whether somebody signs in with this address already'),
});

/** Name and password are for those who have no account yet. */
export const AcceptInvitation = z.object({
  ...InvitationToken.shape,
  name: SafeString.trim().min(1).max(100).optional(),
  password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max).optional(),
});
export const Accepted = z.object({ organisationId: Uuid });

interface Row {
  organisation_id: string;
  id: string;
  email: string;
  role: Role;
  organization_name: string | null;
}

/** What the holder of a link is invited to. */
export async function readInvitation(
  services: Services,
  people: People,
  { token }: z.infer<typeof InvitationToken>,
): Promise<z.infer<typeof Invitation>> {
  const row = await find(services, services.em(), token);
  const hasAccount = (await people.findByEmail(row.email)) !== null;
  return { organisation: row.organization_name ?? 'an organisation', email: row.email, role: row.role, hasAccount };
}

/** Makes the invited person a member; whoever has an account must be signed in with it. The link works once. */
export async function acceptInvitation(
  services: Services,
  { people, person }: { people: People; person: Person | null },
  input: z.infer<typeof AcceptInvitation>,
): Promise<z.infer<typeof Accepted>> {
  const { email } = await find(services, services.em(), input.token);
  const member = await people.findByEmail(email);
  if (member && person?.id !== member.id)
    throw new DomainError('UNAUTHORIZED', `Sign in as ${email} to accept the invitation`);
  return services.em().transactional(async (em) => {
    const row = await find(services, em, input.token);
    const { id: userId } = member ?? (await people.create(em, { email, ...newAccount(input) }));
    const organisationId = row.organisation_id;
    const actor = { kind: 'person' as const, id: userId, name: email };
    const context = { ...services, em: () => em, organisationId, actor };
    await setMember(context, { userId, role: row.role });
    await recordAction(em, context, { action: 'invitations.accept', subject: null });
    await sql`delete from invitations where organisation_id = ${organisationId} and id = ${row.id}`.execute(
      database(em),
    );
    return { organisationId };
  });
}

function newAccount({ name, password }: z.infer<typeof AcceptInvitation>): { name: string; password: string } {
  if (name !== undefined && password !== undefined) return { name, password };
  const path = name === undefined ? 'name' : 'password';
  throw validationError('The request is not valid', [{ path, message: 'is needed for a new account' }]);
}

async function find(services: Services, em: EntityManager, token: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select i.organisation_id, i.id, i.email, i.role, o.organization_name
    from invitations i join organisations o on o.id = i.organisation_id
    where i.token_hash = ${sha256(token)} and i.expires_at > ${services.now()}
    for update of i`.execute(database(em));
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}
