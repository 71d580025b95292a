import type { createAuthClient } from 'better-auth/client';
import { LocalError, UNREACHABLE } from './errors.ts';
import { CODE_SENTENCES, faultOf } from './sentences.ts';

/** Actions that take nothing and change something. */
const WITHOUT_INPUT = ['signOut', 'revokeSessions', 'revokeOtherSessions'];

/** Calls an action of better-auth: `signIn.email` is /auth/sign-in/email. What has an input is a POST. */
async function call(path: readonly string[], input?: object) {
  const address = path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).join('/');
  const isPost = input !== undefined || WITHOUT_INPUT.includes(path.join('.'));
  const answer = await fetch(`/auth/${address}`, {
    method: isPost ? 'POST' : 'GET',
    ...(isPost && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(input ?? {}) }),
  }).catch(() => null);
  const data = await answer?.json().catch(() => null);
  return answer?.ok ? { data, error: null } : { data: null, error: { ...data, status: answer?.status ?? 0 } };
}

const actions = (path: readonly string[]): object =>
  new Proxy(() => undefined, {
    get: (_target, name) => actions([...path, String(name)]),
    apply: (_target, _this, [input]) => call(path, input),
  });

/** Signing in and out, and passwords: they are better-auth's, everything else is procedures. Its own client is ten times the size of this. */
export const auth = actions([]) as ReturnType<typeof createAuthClient>;

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
  if (error.status === 429)
    throw new LocalError(error.error?.message ?? 'Too many attempts. Wait a minute and try again.');
  const [detail] = error.details ?? [];
  const message = detail ? faultOf(detail) : (error.error?.message ?? error.message);
  const unexplained = error.status >= 500 ? CODE_SENTENCES.INTERNAL_ERROR : UNREACHABLE;
  throw new LocalError(message || unexplained);
}
