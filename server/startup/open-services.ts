import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type MikroORM, openDatabase } from '../../database/orm.ts';
import type { Limits } from '../../database/pool.ts';
import { makeCountVerification } from '../../domain/verification/count.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { makeSelfSigned } from '../../proof/pdf-signature/index.ts';
import { makeEgress } from '../adapters/egress.ts';
import { makeMailer } from '../adapters/mail/mailer.ts';
import { makeRenderer } from '../adapters/rendering/renderer.ts';
import { loadSecrets } from '../adapters/secrets.ts';
import { makePdfSigner, makeSigner } from '../adapters/signer.ts';
import { makeFileStorage } from '../adapters/storage/file.ts';
import { makePostgresStorage } from '../adapters/storage/postgres.ts';
import { makeVault } from '../adapters/vault.ts';
import type { Config } from '../config.ts';

export interface Installation {
  services: VerificationServices;
  orm: MikroORM;
  authSecret: string;
  /** Starts a render process in advance, so that the first certificate does not wait for it. */
  warmUp(): void;
  close(): Promise<void>;
}

/** Creates the adapters behind the interfaces of domain/context.ts, on one pool of connections. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  baseUrl: string,
  limits: Limits = {},
): Promise<Installation> {
  const secrets = await loadSecrets(config);
  const orm = await openDatabase(databaseUrl, limits);
  const renderer = makeRenderer(config.RENDER_THREADS);
  const em = () => orm.em.fork();
  const now = () => new Date();
  const origin = `${new URL(baseUrl).host}/log`;
  const services: VerificationServices = {
    em,
    storage:
      config.STORAGE_URL === 'postgres:' ? makePostgresStorage(em) : makeFileStorage(fileURLToPath(config.STORAGE_URL)),
    signer: makeSigner(secrets.signingKey),
    pdfSigner: makePdfSigner(makeSelfSigned('Laurel', now())),
    logSigner: { origin, signer: { name: origin, key: generateKeyPairSync('ed25519').privateKey } },
    renderer,
    mailer: makeMailer(config, new URL(baseUrl).hostname),
    egress: makeEgress(config.egressAllow),
    vault: makeVault(secrets.authSecret),
    now,
    baseUrl,
    apiKeyPepper: secrets.apiKeyPepper,
    countVerification: makeCountVerification({ em, now }),
  };
  return {
    services,
    orm,
    authSecret: secrets.authSecret,
    warmUp: () => renderer.warmUp(),
    close: async () => {
      await renderer.close();
      await orm.close();
    },
  };
}
