import { sign, verify, X509Certificate } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../domain/context.ts';
import { type ConfiguredKeys, loadConfiguredKeys } from '../../adapters/keys/configured.ts';
import { type HeldKey, holdKeys, missingFiles } from '../../adapters/keys/held-keys.ts';
import { joinRing } from '../../adapters/keys/join-ring.ts';
import { isCurrent, type Ring } from '../../adapters/keys/ring-key.ts';
import { openRing } from '../../adapters/keys/sealing.ts';
import { readRows } from '../../adapters/keys/store.ts';
import { addressOf, type Config } from '../../config.ts';
import { broken, type Finding, ok, unchecked, warning, worstOf } from './finding.ts';

/** Time before the end of a certificate at which it is reported, in ms. */
const SOON_MS = 30 * 24 * 60 * 60_000;
const VARIABLES = {
  signing: 'SIGNING_KEY_FILE',
  pdf: 'PDF_SIGNING_KEY_FILE',
  pepper: 'API_KEY_PEPPER',
  auth: 'AUTH_SECRET',
};
/** Secrets that the first start creates in the data directory, by their variables. */
const FILES = {
  SIGNING_KEY_FILE: 'signing-key.pem',
  API_KEY_PEPPER: 'api-key-pepper',
  AUTH_SECRET: 'auth-secret',
} as const;

/**
 * Checks that the installation's secrets are present, open the table of keys, and sign. Writes nothing: a start would add an unknown secret
 * to the table, and create a missing one. `em` is null without a database. Calls `onUsable` if a start would add and create nothing.
 */
export async function checkKeys(config: Config, em: Services['em'] | null, onUsable: () => void): Promise<Finding> {
  const lost = await lostFiles(config);
  if (lost.length > 0) return broken(`${lost.join(', ')} missing: restore from the backup of DATA_DIR`);
  const configured = await loadConfiguredKeys(config);
  if (!em) return unchecked('the configured keys can be read; not compared without the database');
  const rows = await readRows(em());
  if (rows.length === 0) return unchecked('no keys yet: the first start adds the configured ones');
  const current = openRing(rows, configured.authSecret);
  const ring = current ?? (configured.previousAuthSecret ? openRing(rows, configured.previousAuthSecret) : null);
  if (!ring)
    return broken('AUTH_SECRET does not open the keys in this database: set the value that it was created with');
  const passing = current ? [] : [warning('only AUTH_SECRET_PREVIOUS opens the keys: start a process once')];
  const changing = [...passing, ...unknownKeys(config, ring, configured)];
  const signing = signingFindings(ring, configured);
  if (changing.length === 0 && signing.every(({ state }) => state !== 'broken')) onUsable();
  return worstOf([...changing, ...signing]);
}

/** Returns the secrets that the embedded database was created with, and that are gone. */
async function lostFiles(config: Config): Promise<string[]> {
  const lost: string[] = [];
  for (const [variable, name] of Object.entries(FILES) as [keyof typeof FILES, string][]) {
    const path = join(config.dataDir, 'secrets', name);
    if (config[variable] !== undefined) continue;
    await access(path).catch(() => lost.push(path));
  }
  return lost;
}

/** Reports configured keys that this database does not have. The next start would make them the current ones. */
function unknownKeys(config: Config, ring: Ring, configured: ConfiguredKeys): Finding[] {
  const joined = joinRing(ring, configured, { baseUrl: addressOf(config), now: new Date() });
  const known = new Set(ring.keys.map(({ purpose, id }) => `${purpose} ${id}`));
  const added = joined.filter(({ purpose, id }) => !known.has(`${purpose} ${id}`));
  return added.map(({ purpose }) =>
    isConfigured(purpose)
      ? warning(
          `${VARIABLES[purpose]} is not of this database: restore it, or the next start replaces the current one with it`,
        )
      : warning(`no key for ${purpose} yet: the next start makes one`),
  );
}

const isConfigured = (purpose: string): purpose is keyof typeof VARIABLES => Object.hasOwn(VARIABLES, purpose);

/** Signs with each key in use, and looks at its certificate. */
function signingFindings(ring: Ring, configured: ConfiguredKeys): Finding[] {
  const now = new Date();
  const held = holdKeys(ring, configured, now);
  const missing = missingFiles(held);
  if (missing !== '') return [broken(missing)];
  const findings = (['signing', 'pdf', 'log'] as const).flatMap((purpose): Finding[] => {
    const key = held.inUse[purpose];
    if (!key) return [broken(`no key for ${purpose}: make one with keys rotate ${purpose}`)];
    return isOfPair(key) ? certificateFindings(key, now) : [broken(`the key ${key.id} for ${purpose} does not sign`)];
  });
  const current = ring.keys.filter(isCurrent).length;
  return [
    ...findings,
    ok(`${current} current keys, ${ring.keys.length - current} former ones; signing, PDF and log keys sign`),
  ];
}

function isOfPair({ privatePart, publicPart }: HeldKey): boolean {
  if (!privatePart || !publicPart) return false;
  const text = Buffer.from('laurel doctor');
  const digest = publicPart.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return verify(digest, text, publicPart, sign(digest, text, privatePart));
}

function certificateFindings({ certificates }: HeldKey, now: Date): Finding[] {
  return certificates.flatMap((pem): Finding[] => {
    const { validTo } = new X509Certificate(pem);
    const left = Date.parse(validTo) - now.getTime();
    if (left <= 0) return [broken(`a certificate for PDFs expired on ${dayOf(validTo)}: renew it`)];
    return left < SOON_MS ? [warning(`a certificate for PDFs expires on ${dayOf(validTo)}: renew it`)] : [];
  });
}

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10);
