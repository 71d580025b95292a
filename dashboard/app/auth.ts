import { createAuthClient } from 'better-auth/client';

/** Signing in and out, and passwords: they are better-auth's, everything else is procedures. */
export const auth = createAuthClient({ basePath: '/auth' });

interface Refusal {
  /** Of better-auth. */
  message?: string;
  /** Of what is refused before better-auth sees it: the errors of the procedures. */
  error?: { message: string };
  details?: { path: string; message: string }[];
  status: number;
}

/** Throws what is answered instead of a result. */
export async function orThrow<Data>(answer: Promise<{ data: Data; error: Refusal | null }>) {
  const { data, error } = await answer;
  if (!error) return data;
  if (error.status === 429) throw new Error('Too many attempts. Wait a minute and try again.');
  const [detail] = error.details ?? [];
  const message = detail ? `${detail.path} ${detail.message}` : (error.error?.message ?? error.message);
  throw new Error(message || 'The server can’t be reached. Check your connection and try again.');
}
