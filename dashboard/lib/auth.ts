import { t } from '@lingui/core/macro';
import type { createAuthClient } from 'better-auth/client';
import { LocalError, UNREACHABLE } from './errors/errors.ts';
import { CODE_TEXTS } from './errors/reason-texts.ts';
import { type Refusal, refusalText } from './errors/refusal.ts';

/** Actions without input that change something. */
const WITHOUT_INPUT = ['signOut', 'revokeSessions', 'revokeOtherSessions'];

/** Calls an action of better-auth: `signIn.email` is /auth/sign-in/email. Actions with input use POST. */
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

/**
 * Sign-in, sign-out and passwords, which better-auth handles; everything else is procedures. better-auth's own client is ten times the
 * size.
 */
export const auth = actions([]) as ReturnType<typeof createAuthClient>;

/** Failed call with better-auth's code and message. `error` has the API's, if the call was refused before better-auth handled it. */
interface Failure extends Refusal {
  error?: Refusal;
  status: number;
}

/** Texts of better-auth's codes. */
const AUTH_TEXTS: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: t`That e-mail address and password don’t match.`,
  INVALID_PASSWORD: t`That isn’t your current password.`,
  INVALID_TOKEN: t`This link is no longer valid. Request a new one.`,
};

/** Returns the data, or throws the error as readable text. */
export async function orThrow<Data>(answer: Promise<{ data: Data; error: Failure | null }>) {
  const { data, error } = await answer;
  if (!error) return data;
  throw new LocalError(textOf(error));
}

function textOf({ error, status, code = '', message, ...others }: Failure): string {
  if (error) return refusalText({ ...others, ...error }) ?? CODE_TEXTS.INTERNAL_ERROR;
  if (status === 429) return CODE_TEXTS.RATE_LIMITED;
  if (status >= 500) return CODE_TEXTS.INTERNAL_ERROR;
  return AUTH_TEXTS[code] ?? (status === 401 ? CODE_TEXTS.UNAUTHORIZED : message || UNREACHABLE);
}
