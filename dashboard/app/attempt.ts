import { useRef } from 'react';

/** 128 random bits; `crypto.randomUUID` is there in secure contexts only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Makes trying again safe: the same input has the same Idempotency-Key until it has succeeded, so that a lost answer is
 * given again and nothing is issued twice. Gives the options of a call.
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
