import type { Operation, TRPCLink } from '@trpc/client';
import type { AnyRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { isLaurelError } from './errors.ts';

type Link = TRPCLink<AnyRouter>;

/** Operations that an idempotency key makes safe to retry. */
export const CREATIONS: readonly string[] = [
  'certificates.generate',
  'certificates.email',
  'certificates.correct',
  'certificates.renew',
  'batches.create',
  'imports.create',
  'templates.create',
  'templates.publish',
];

/** Delay before the first retry, in ms. Each further retry waits twice as long. */
const FIRST_WAIT = 500;
/** Maximum delay, in ms. If the server asks for more, the call rejects and the caller decides. */
const LONGEST_WAIT = 30_000;

/** Gives each creation an idempotency key, unless the caller did. */
export const keyLink: Link =
  () =>
  ({ op, next }) => {
    if (CREATIONS.includes(op.path)) op.context.idempotencyKey ??= randomKey();
    return next(op);
  };

function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Retries calls that are safe to retry. */
export const retryLink =
  (retries: number): Link =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let current: { unsubscribe(): void } | undefined;
      const attempt = (count: number): void => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const wait = count < retries && !op.signal?.aborted ? waitBefore(op, error, count) : null;
            if (wait === null) return observer.error(error);
            timer = setTimeout(() => attempt(count + 1), wait);
            const giveUp = () => {
              clearTimeout(timer);
              observer.error(error);
            };
            op.signal?.addEventListener('abort', giveUp, { once: true });
          },
        });
      };
      attempt(0);
      return () => {
        clearTimeout(timer);
        current?.unsubscribe();
      };
    });

/** Returns the delay before a retry in ms; null if the call is unsafe to retry, or the delay would be too long. */
function waitBefore(operation: Operation, error: unknown, count: number): number | null {
  const isSafe = operation.type === 'query' || operation.context.idempotencyKey !== undefined;
  const isRefused = isLaurelError(error);
  // A rate-limited call is refused before it has any effect.
  if (
    isRefused
      ? !isLaurelError(error, 'RATE_LIMITED') && !(isSafe && isLaurelError(error, 'SERVICE_UNAVAILABLE'))
      : !isSafe
  )
    return null;
  const { meta } = error as { meta?: { response?: Response } };
  const asked = Number(meta?.response?.headers?.get('Retry-After') ?? 0) * 1000;
  const wait = Math.max(asked, FIRST_WAIT * 2 ** count * (1 + Math.random() / 4));
  return wait > LONGEST_WAIT ? null : wait;
}
