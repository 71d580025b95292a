import { readFile } from 'node:fs/promises';
import { hostOfDid } from '../addresses.ts';
import { readUtf8 } from '../bytes.ts';
import {
  makeWeb,
  OFFLINE,
  readFile as readCertificate,
  readTrust,
  remembering,
  type Trust,
  type Web,
} from '../index.ts';
import type { Options } from './options.ts';
import type { Target } from './targets.ts';

/** Trust, its source, and web access restricted to it. */
export interface FoundTrust {
  trust: Trust | null;
  /** Address from which the trust was fetched without verification; null if the caller supplied it. */
  foundAt: string | null;
  web: Web;
}

const LONGEST_TRUST = 8 * 1024 * 1024;
const NOTHING: FoundTrust = { trust: null, foundAt: null, web: OFFLINE };

/** Returns the trust given on the command line, for all files; null without one. Throws TrustError if it is malformed. */
export async function givenTrust({ trust: path, offline }: Options): Promise<FoundTrust | null> {
  if (path === null) return null;
  const trust = readTrust(await readFile(path, 'utf8'));
  return { trust, foundAt: null, web: offline ? OFFLINE : forRun(makeWeb(trust.origins)) };
}

/** Fetches the laurel.json of the installation that a file or address names. Each is fetched once. */
export class TrustFinder {
  readonly #found = new Map<string, Promise<FoundTrust>>();

  async find(target: Target): Promise<FoundTrust> {
    const origin = 'bytes' in target ? await originOf(target.bytes) : target.origin;
    if (!origin) return NOTHING;
    const found = this.#found.get(origin) ?? askFor(origin);
    this.#found.set(origin, found);
    return found;
  }
}

async function originOf(bytes: Uint8Array): Promise<string | null> {
  try {
    const { credential } = await readCertificate(bytes);
    return credential.value && hostOfDid(credential.value.issuer);
  } catch {
    // The report describes what is wrong with the file.
    return null;
  }
}

/** Fetches a laurel.json. Other addresses that it names are not requested, because it is unverified. */
async function askFor(origin: string): Promise<FoundTrust> {
  const web = makeWeb([origin]);
  const address = `${origin}/.well-known/laurel.json`;
  try {
    const bytes = await web.get(address, LONGEST_TRUST);
    return bytes ? { trust: readTrust(readUtf8(bytes)), foundAt: origin, web: forRun(web) } : NOTHING;
  } catch {
    return NOTHING;
  }
}

/** Fetches issuers' documents and status lists once per run, which is shorter than their validity. */
const forRun = (web: Web): Web => remembering(web, (address) => /\/did\.json$|\/status\//.test(address));
