import { createAuthClient } from 'better-auth/client';

/** Signing in and out, and passwords: they are better-auth's, everything else is procedures. */
export const auth = createAuthClient({ basePath: '/auth' });

/** Throws what better-auth answers instead of a result. */
export async function orThrow<Data>(
  answer: Promise<{ data: Data; error: { message?: string; status: number } | null }>,
) {
  const { data, error } = await answer;
  if (!error) return data;
  if (error.status === 429) throw new Error('Too many attempts. Wait a minute and try again.');
  throw new Error(error.message || 'The server can’t be reached. Check your connection and try again.');
}
