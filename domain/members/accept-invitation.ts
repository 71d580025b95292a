import { z } from 'zod';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { assertNotMadeOf } from '../access/check-password.ts';
import { higherRole, Role } from '../access/rules.ts';
import { Password, type People, PersonName } from '../access/schemas.ts';
import { hasEnded } from '../audit/find-endings.ts';
import { recordAction } from '../audit/record.ts';
import { inOrganisation, type Person, type Services } from '../context.ts';
import { notFound, refusal, validationError } from '../errors.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { SafeString, Uuid } from '../shared/schemas.ts';
import { invitations } from './queries.ts';
import { lockMembers, setRole } from './rules.ts';

export const InvitationToken = z.strictObject({ token: SafeString.min(1).max(100) });
export const Invitation = z.object({
  organisation: z.string(),
  email: z.string(),
  role: Role,
  hasAccount: z.boolean().describe('True if the address has an account'),
});

/** An accepted invitation. Name and password are for people without an account. */
export const AcceptInvitation = z.strictObject({
  ...InvitationToken.shape,
  name: PersonName.optional(),
  password: Password.optional(),
});
export const Accepted = z.object({ organisationId: Uuid });

/** Returns the content of the invitation in a link. */
export async function readInvitation(
  services: Services,
  people: People,
  { token }: z.infer<typeof InvitationToken>,
): Promise<z.infer<typeof Invitation>> {
  const row = await find(services, token);
  const hasAccount = (await people.findByEmail(row.email)) !== null;
  return { organisation: row.organizationName ?? 'an organisation', email: row.email, role: row.role, hasAccount };
}

/**
 * Makes the invited person a member. A person with an account must be signed in with it (UNAUTHORIZED). The link works once, and never
 * lowers the role of a current member.
 */
export async function acceptInvitation(
  services: Services,
  { people, person }: { people: People; person: Person | null },
  input: z.infer<typeof AcceptInvitation>,
): Promise<z.infer<typeof Accepted>> {
  const { organisationId, email } = await find(services, input.token);
  if (input.password !== undefined) assertNotMadeOf(email, input.password, 'password');
  const known = await people.findByEmail(email);
  if (known && person?.id !== known.id) throw signInAs(email);
  await services.em().transactional(async (em) => {
    const joining = known ?? (await people.create(em, { email, ...newAccount(input) }));
    // The account was created concurrently.
    if (!joining) throw signInAs(email);
    const members = await lockMembers(em, services, organisationId);
    // A withdrawal, the departure of the inviter or another use of the link can have deleted the invitation concurrently.
    const invitation = await database(em)
      .deleteFrom('invitations')
      .where('tokenHash', '=', sha256(input.token))
      .where('expiresAt', '>', services.now())
      .returning(['id', 'role'])
      .executeTakeFirst();
    if (!invitation) throw notFound();
    const present = members.find(({ userId }) => userId === joining.id);
    const role = present ? higherRole(present.role, invitation.role) : invitation.role;
    const context = {
      ...inOrganisation(services, organisationId),
      actor: { kind: 'person' as const, id: joining.id, name: email },
    };
    await setRole(em, context, members, { userId: joining.id, role });
    await recordAction(em, context, { action: 'invitations.accept', subject: invitation.id });
  });
  return { organisationId };
}

const signInAs = (email: string) => refusal('other_account', { email });

function newAccount({ name, password }: z.infer<typeof AcceptInvitation>): { name: string; password: string } {
  if (name !== undefined && password !== undefined) return { name, password };
  const path = name === undefined ? 'name' : 'password';
  throw validationError(detail(path, 'required', { accepted: `a ${path} for the new account` }));
}

async function find(services: Services, token: string) {
  const row = await invitations(services.em())
    .where('i.tokenHash', '=', sha256(token))
    .where('i.expiresAt', '>', services.now())
    .where(({ not }) => not(hasEnded({ organisationId: 'i.organisationId', subject: 'i.id', since: 'i.createdAt' })))
    .executeTakeFirst();
  if (!row || !isAuthentic(services, 'invitations', row)) throw notFound();
  return row;
}
