import { createTRPCClient, httpBatchLink, httpLink, isFormData, splitLink } from '@trpc/client';
import type { Role } from '../../domain/access/rules.ts';
import { OPERATOR } from '../../domain/audit/record.ts';
import { MAX_CALLS } from '../../domain/limits.ts';
import { addMember } from '../../domain/members/add.ts';
import type { AppRouter } from '../../procedures/router.ts';
import { makeAuth } from '../../server/adapters/auth.ts';
import type { Laurel, Tenant } from './laurel.ts';

export const PASSWORD = 'correct horse battery';

/** Adds a member with a role, like the operator's command. Uses an existing account if there is one. */
export async function createMember(
  laurel: Laurel,
  { organisationId }: Pick<Tenant, 'organisationId'>,
  email: string,
  role: Role,
): Promise<void> {
  const { services, authSecrets: secrets } = laurel.installation;
  const auth = makeAuth({ databaseUrl: laurel.databaseUrl, secrets, services, signInLimit: 1 });
  try {
    const { people } = auth;
    await services.em().transactional(async (em) => {
      const person =
        (await people.findByEmail(email)) ??
        (await people.create(em, { email, password: PASSWORD, name: email })) ??
        // Another test file has just created the account.
        (await people.findByEmail(email));
      if (!person) throw new Error(`${email} has no account`);
      await addMember(em, { ...services, organisationId, actor: OPERATOR }, person, role);
    });
  } finally {
    await auth.close();
  }
}

export const signInAs = (laurel: Laurel, email: string, password = PASSWORD): Promise<Response> =>
  fetch(`${laurel.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: laurel.url },
    body: JSON.stringify({ email, password }),
  });

export const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Returns a client of the native procedures, which calls them as the dashboard does. */
export const nativeClient = (laurel: Laurel, headers: Record<string, string>) =>
  createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ input }) => isFormData(input),
        true: httpLink({ url: `${laurel.url}/trpc`, headers }),
        false: httpBatchLink({ url: `${laurel.url}/trpc`, headers, maxItems: MAX_CALLS }),
      }),
    ],
  });

/** Creates a member of the organisation. Returns the session as headers. */
export async function sessionOf(
  laurel: Laurel,
  tenant: Pick<Tenant, 'organisationId'>,
  email: string,
  role: Role,
): Promise<Record<string, string>> {
  await createMember(laurel, tenant, email, role);
  return { Cookie: cookieOf(await signInAs(laurel, email)), 'X-Laurel-Organisation': tenant.organisationId };
}

export const codeOf = (error: { data?: { code?: string } }): string | undefined => error.data?.code;
