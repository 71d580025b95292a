import type { Operation, TRPCLink } from '@trpc/client';
import type { AnyRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { toLaurelError } from './caller.ts';
import { isLaurelError, type LaurelError } from './errors.ts';
import type { VersionWatch } from './version.ts';

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
    if (!CREATIONS.includes(op.path)) return next(op);
    // The context is the caller's object, which later calls can share.
    return next({ ...op, context: { ...op.context, idempotencyKey: op.context.idempotencyKey ?? randomKey() } });
  };

function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Retries calls that are safe to retry. Errors are LaurelErrors after it. */
export const retryLink =
  (retries: number, versions: VersionWatch): Link =>
  () =>
  ({ op, next }) =>
    observable<never, LaurelError>((observer) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let current: { unsubscribe(): void } | undefined;
      const giveUp = () => clearTimeout(timer);
      op.signal?.addEventListener('abort', giveUp, { once: true });
      const attempt = (count: number): void => {
        current = next(op).subscribe({
          next: (value) => observer.next(value as never),
          complete: () => observer.complete(),
          error: (cause) => {
            const error = toLaurelError(cause, versions);
            const wait = count < retries && !op.signal?.aborted ? waitBefore(op, error, count) : null;
            if (wait === null) return observer.error(error);
            // The caller rejects an aborted call by its signal.
            timer = setTimeout(() => attempt(count + 1), wait);
          },
        });
      };
      attempt(0);
      return () => {
        op.signal?.removeEventListener('abort', giveUp);
        clearTimeout(timer);
        current?.unsubscribe();
      };
    }) as unknown as ReturnType<ReturnType<Link>>;

/** Returns the delay before a retry in ms; null if the call is unsafe to retry, or the delay would be too long. */
function waitBefore(operation: Operation, error: LaurelError, count: number): number | null {
  const isSafe = operation.type === 'query' || operation.context.idempotencyKey !== undefined;
  // A rate-limited call is refused before it has any effect.
  if (!isLaurelError(error, 'RATE_LIMITED') && !(isSafe && isTemporary(error))) return null;
  const wait = delayAfter(error, count);
  return wait > LONGEST_WAIT ? null : wait;
}

/** Statuses of gateways that got no answer of the server. It may have executed the call. */
const GATEWAY_FAULTS: readonly (number | undefined)[] = [502, 504];

/** Returns true for an error that passes. A repetition with the same idempotency key is then safe and useful. */
export const isTemporary = (error: LaurelError): boolean =>
  isLaurelError(error, 'RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'NO_RESPONSE') ||
  (isLaurelError(error, 'UNEXPECTED_RESPONSE') && GATEWAY_FAULTS.includes(error.status)) ||
  // An earlier attempt whose response was lost is still in progress.
  error.reason === 'key_in_flight';

/** Returns the delay in ms after a number of failures: as long as the server asked for, or with back-off. */
export const delayAfter = (error: LaurelError, failures: number): number =>
  Math.max((error.retryAfter ?? 0) * 1000, FIRST_WAIT * 2 ** failures * (1 + Math.random() / 4));
