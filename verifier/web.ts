import { isSafeAddress } from './addresses.ts';
import { type Bytes, readAll } from './bytes.ts';
import { Unchecked } from './check.ts';

const TIMEOUT_MS = 10_000;

/** Asks the addresses that the trust names, and no others. */
export interface Web {
  /** A body of at most `limit` bytes; null where there is none (404). Unchecked where it can't be had. */
  get(address: string, limit: number): Promise<Bytes | null>;
}

export const OFFLINE: Web = {
  get: async () => {
    throw new Unchecked('offline');
  },
};

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Over HTTPS (HTTP for this machine alone), to one of the origins, in 10 seconds with the body, and without redirects. */
export function makeWeb(origins: readonly string[], fetchIt: Fetch = fetch): Web {
  return {
    async get(address, limit) {
      const unreachable = new Unchecked('unreachable', address.slice(0, 300));
      if (!isSafeAddress(address) || !origins.includes(new URL(address).origin)) throw unreachable;
      try {
        const response = await fetchIt(address, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          redirect: 'error',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        });
        if (response.status === 404) return null;
        if (!response.ok || !response.body) throw unreachable;
        return await readAll(response.body as ReadableStream<Uint8Array>, limit);
      } catch {
        throw unreachable;
      }
    },
  };
}

/** Each address asked once, for several files of one installation. Failures are asked again. */
export function remembering(web: Web, keep: (address: string) => boolean): Web {
  const answers = new Map<string, Promise<Bytes | null>>();
  return {
    get(address, limit) {
      if (!keep(address)) return web.get(address, limit);
      const known = answers.get(address);
      if (known) return known;
      const answer = web.get(address, limit);
      answers.set(address, answer);
      answer.catch(() => answers.delete(address));
      return answer;
    },
  };
}
