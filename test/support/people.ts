import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import type { AppRouter } from '../../procedures/router.ts';
import type { Laurel, Tenant } from './laurel.ts';

export const PASSWORD = 'correct horse battery';

/** Makes somebody a member with a role, as an operator does: with a new account, or with the one that they have. */
export async function createMember(
  laurel: Laurel,
  { organisationId }: Pick<Tenant, 'organisationId'>,
  email: string,
  role: string,
  { isKnown = false } = {},
): Promise<void> {
  const env = { PATH: process.env.PATH, ...laurel.operatorEnvironment() };
  const account = isKnown ? ['--existing'] : ['--password', PASSWORD];
  const args = ['user', 'create', '--organisation', organisationId, '--email', email, ...account, '--role', role];
  await promisify(execFile)(process.execPath, ['server/cli/main.ts', ...args], { env });
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

/** The native procedures as the dashboard calls them. */
export const nativeClient = (laurel: Laurel, headers: Record<string, string>) =>
  createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: `${laurel.url}/trpc`, headers })] });

/** A new member's session in the organisation, as headers. */
export async function sessionOf(
  laurel: Laurel,
  tenant: Pick<Tenant, 'organisationId'>,
  email: string,
  role: string,
): Promise<Record<string, string>> {
  await createMember(laurel, tenant, email, role);
  return { Cookie: cookieOf(await signInAs(laurel, email)), 'X-Laurel-Organisation': tenant.organisationId };
}

export const codeOf = (error: { data?: { code?: string } }): string | undefined => error.data?.code;
