import { type MikroORM, openDatabase } from '../../database/orm.ts';
import type { Limits } from '../../database/pool.ts';
import { listAddresses } from '../../domain/addresses/list.ts';
import { recordAddress } from '../../domain/addresses/record.ts';
import type { InstallationAddress } from '../../domain/ports/installation.ts';
import { makeCountVerification } from '../../domain/verification/count.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import type { Timestamp } from '../../proof/pdf-signature/index.ts';
import { makeBounceMailbox } from '../adapters/bounce-mailbox.ts';
import { makeDns } from '../adapters/dns.ts';
import { makeEgress } from '../adapters/egress.ts';
import { makeMailer } from '../adapters/email/mailer.ts';
import { makeAuthenticator } from '../adapters/keys/authenticator.ts';
import { loadConfiguredKeys } from '../adapters/keys/configured.ts';
import { type KeyRing, openKeyRing } from '../adapters/keys/key-ring.ts';
import { makePdfSigner } from '../adapters/keys/pdf-signer.ts';
import { authSecretsOf, makePeppers } from '../adapters/keys/secrets.ts';
import { makeLogSigner, makeSigner } from '../adapters/keys/signer.ts';
import { makeVault } from '../adapters/keys/vault.ts';
import { openLogDestination } from '../adapters/log-destinations/open-log-destination.ts';
import { makeRenderer, type RenderProcesses } from '../adapters/rendering/renderer.ts';
import { makeResetLinks } from '../adapters/reset-links.ts';
import { makeSandboxes } from '../adapters/sandboxes.ts';
import { openStorages } from '../adapters/storage/open-storage.ts';
import { postQuery } from '../adapters/time-stamps/post-query.ts';
import { makeTimestamps } from '../adapters/time-stamps/time-stamps.ts';
import type { Config } from '../config.ts';
import { measured } from '../telemetry/measured.ts';
import { makeMeter, NO_TELEMETRY, type SecurityLog, type Telemetry } from '../telemetry/meter.ts';
import { databaseTime, openClock } from './clock.ts';

export interface Installation {
  services: VerificationServices;
  orm: MikroORM;
  keys: KeyRing;
  /** Secrets for sessions: the one that signs, then former ones that are still accepted. */
  authSecrets(): readonly [string, ...string[]];
  /** Starts a render process in advance, so that the first certificate does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
}

interface Options {
  telemetry?: Telemetry;
  limits?: Limits;
  /** Logs a line for the operator. */
  warn?(message: string): void;
  /** Receives reports of refused actions. */
  reportSecurity?: SecurityLog;
  /** Shared render processes, used instead of creating some. Their owner closes them. */
  renderer?: RenderProcesses | undefined;
  /** Records the address. Set for a process that serves requests at it. */
  recordsAddress?: boolean;
}

/**
 * Creates the adapters for the interfaces of domain/context.ts, on one connection pool to a migrated database. ConfigError if a key is
 * unusable, or if render processes can't run as the configured user.
 */
export async function openServices(
  config: Config,
  databaseUrl: string,
  address: string,
  {
    telemetry = NO_TELEMETRY,
    limits = {},
    warn = () => undefined,
    reportSecurity,
    renderer: given,
    recordsAddress = false,
  }: Options = {},
): Promise<Installation> {
  const configured = await loadConfiguredKeys(config);
  const renderer =
    given ??
    makeRenderer({ processes: config.RENDER_THREADS, user: config.RENDER_USER }, ({ end, message }, task) => {
      telemetry.metrics?.renderProcessEnds.inc({ task, reason: end });
      warn(`a render process has ended, task ${task}: ${message}`);
    });
  const orm = await openDatabase(databaseUrl, limits);
  const em = () => orm.em.fork();
  const abandon = async (error: unknown): Promise<never> => {
    await orm.close();
    throw error;
  };
  const clock = await openClock({ read: () => databaseTime(em()), warn }).catch(abandon);
  const { now } = clock;
  const keys = await openKeyRing({ em, now, baseUrl: address, configured, warn }).catch((error: unknown) => {
    clock.close();
    return abandon(error);
  });
  const authenticator = makeAuthenticator(keys);
  const meter = makeMeter(telemetry, reportSecurity);
  const close = async () => {
    keys.close();
    clock.close();
    if (!given) await renderer.close();
    await orm.close();
  };
  const recording = { em, authenticator, meter, now };
  const addresses = await openAddresses(recording, { address, former: config.formerAddresses, recordsAddress }).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  const mailer = makeMailer(config, new URL(address).hostname);
  const services: VerificationServices = {
    em,
    storage: openStorages(config.storages, em),
    signer: makeSigner(keys),
    pdfSigner: makePdfSigner(keys, now, { timestamp: timestampOf(config, { now, warn }) }),
    logSigner: makeLogSigner(keys),
    renderer,
    mailer,
    memberMailer: mailer,
    bounceMailbox: config.BOUNCE_IMAP_URL ? makeBounceMailbox(config.BOUNCE_IMAP_URL) : null,
    dns: makeDns(),
    egress: makeEgress(config.egressAllow),
    vault: makeVault(keys),
    authenticator,
    resetLinks: makeResetLinks(authenticator),
    logDestinations: config.logDestinations.map(openLogDestination),
    meter,
    now,
    jobTime: now,
    sandboxes: makeSandboxes({ em, now, keys, authenticator }),
    installation: { address, addresses },
    peppers: makePeppers(keys),
    countVerification: makeCountVerification({ em, now }),
  };
  return {
    services: measured(services, telemetry),
    orm,
    keys,
    authSecrets: () => authSecretsOf(keys),
    warmUp: () => renderer.warmUp(),
    close,
  };
}

/** Returns the installation's addresses. Records the current one first if the process serves requests at it. */
async function openAddresses(
  services: Pick<VerificationServices, 'em' | 'authenticator' | 'meter' | 'now'>,
  { address, former, recordsAddress }: { address: string; former: readonly string[]; recordsAddress: boolean },
): Promise<InstallationAddress[]> {
  if (recordsAddress) await recordAddress(services, address);
  return listAddresses(services, former);
}

/** Returns time stamps from the configured server. */
function timestampOf(
  { TSA_URL: address, TSA_REQUIRED: isRequired }: Config,
  { now, warn }: { now(): Date; warn(message: string): void },
): Timestamp | undefined {
  if (address === undefined) return undefined;
  const url = new URL(address);
  return makeTimestamps({ post: (query, signal) => postQuery(url, query, signal), now, isRequired, warn });
}
