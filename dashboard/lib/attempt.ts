import { useRef } from 'react';

/** Returns 128 random bits. `crypto.randomUUID` is available in secure contexts only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Makes retries safe. The same input keeps its Idempotency-Key until it succeeds, so that a lost answer is repeated and nothing is issued
 * twice. Returns the options of a call.
 */
export function useAttempt() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    optionsFor: (input: unknown) => {
      const body = JSON.stringify(input);
      if (last.current?.body !== body) last.current = { body, key: randomKey() };
      return { context: { idempotencyKey: last.current.key } };
    },
    succeeded: () => {
      last.current = null;
    },
  };
}
