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

/** A trust, where it is from, and the web as far as it may be asked. */
export interface FoundTrust {
  trust: Trust | null;
  /** The address, where nobody vouched for it. */
  foundAt: string | null;
  web: Web;
}

const LONGEST_TRUST = 8 * 1024 * 1024;
const NOTHING: FoundTrust = { trust: null, foundAt: null, web: OFFLINE };

/** The trust that is given, for all files alike; null without one. TrustError for one that is damaged. */
export async function givenTrust({ trust: path, offline }: Options): Promise<FoundTrust | null> {
  if (path === null) return null;
  const trust = readTrust(await readFile(path, 'utf8'));
  return { trust, foundAt: null, web: offline ? OFFLINE : forRun(makeWeb(trust.origins)) };
}

/** Asks an installation for its laurel.json, by what the file or the address says of itself; each is asked once. */
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
    // The report says what is wrong with the file.
    return null;
  }
}

/** What is found may name other addresses, which are not asked: nothing vouches for it. */
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

/** Issuers' documents and status lists are asked for once in a run, which takes less time than they are valid. */
const forRun = (web: Web): Web => remembering(web, (address) => /\/did\.json$|\/status\//.test(address));
