import dns from 'node:dns';
import type { Dns } from '../../domain/ports/dns.ts';

const TIMEOUT_MS = 2_000;
/** Maximum texts that are read, and characters of each. A key of 4,096 bits has 800. */
const TEXTS = 20;
const LENGTH = 4_096;
/** Errors of names without such records (dns.NOTFOUND, dns.NODATA). */
const NONE = ['ENOTFOUND', 'ENODATA'];

/** Returns the name servers of the machine. */
export const makeDns = (): Dns => ({
  texts(name) {
    const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: 2 });
    // The name servers of the process. A named import would not follow a change.
    resolver.setServers(dns.getServers());
    return new Promise((resolve) => {
      resolver.resolveTxt(name, (error, records) => {
        if (error) return resolve(NONE.includes(error.code ?? '') ? [] : null);
        resolve(records.slice(0, TEXTS).map((parts) => parts.join('').slice(0, LENGTH)));
      });
    });
  },
});
