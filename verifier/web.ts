import { isSafeAddress } from './addresses.ts';
import { type Bytes, readAll } from './bytes.ts';
import { Unchecked, Unreachable } from './check.ts';

const TIMEOUT_MS = 10_000;

/** Requests the addresses that the trust names, and no others. */
export interface Web {
  /** Returns a body of at most `limit` bytes; null for 404. Throws Unchecked if it is unavailable. */
  get(address: string, limit: number): Promise<Bytes | null>;
}

export const OFFLINE: Web = {
  get: async () => {
    throw new Unchecked('offline');
  },
};

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** Requests one of the origins over HTTPS (HTTP on the local machine only), without redirects. The timeout is 10 s, including the body. */
export function makeWeb(origins: readonly string[], fetchIt: Fetch = fetch): Web {
  return {
    async get(address, limit) {
      if (!isSafeAddress(address) || !origins.includes(new URL(address).origin)) throw new Unreachable(address);
      let isAnswered = false;
      try {
        const response = await fetchIt(address, {
          signal: AbortSignal.timeout(TIMEOUT_MS),
          // Redirects are refused.
          redirect: 'manual',
          credentials: 'omit',
          cache: 'no-store',
          referrerPolicy: 'no-referrer',
        });
        isAnswered = isInUse(response, origins);
        if (response.status === 404) return null;
        if (!response.ok || !response.body) throw new Error('no answer');
        return await readAll(response.body as ReadableStream<Uint8Array>, limit);
      } catch {
        throw new Unreachable(address, { isInUse: isAnswered });
      }
    },
  };
}

/** Statuses with which a proxy reports an unreachable server. */
const GATEWAY_ERRORS = [502, 503, 504];

/** Returns false for the response of a host that is gone, or that redirects to another address of the installation. */
function isInUse({ status, headers }: Response, origins: readonly string[]): boolean {
  const location = headers.get('Location') ?? '';
  const isMoved = status >= 300 && status < 400 && URL.canParse(location) && origins.includes(new URL(location).origin);
  return !isMoved && !GATEWAY_ERRORS.includes(status);
}

/** Caches responses of the addresses that `keep` selects, for several files of one installation. Failures are retried. */
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
