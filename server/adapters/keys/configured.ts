import { createPrivateKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadSigner, SignerError } from '../../../proof/pdf-signature/index.ts';
import { type Config, ConfigError, shown } from '../../config.ts';
import { makeSecret, makeSigningKey } from './make-keys.ts';

/** Keys that the operator has configured. */
export interface ConfiguredKeys {
  /** Ed25519 private key, PKCS #8 PEM. */
  signingKey: string;
  /** PEM; null if the product creates a key pair. */
  pdf: { keyPem: string; certificatePem: string } | null;
  apiKeyPepper: string;
  /** Seals the ring, and is its first auth secret. */
  authSecret: string;
  previousAuthSecret: string | undefined;
}

/** Reads the configured keys. With the embedded database, missing ones are created once in the data directory. */
export async function loadConfiguredKeys(config: Config): Promise<ConfiguredKeys> {
  const directory = join(config.dataDir, 'secrets');
  const signingKey = config.SIGNING_KEY_FILE
    ? await readSigningKey(config.SIGNING_KEY_FILE)
    : await readOrMake(directory, 'signing-key.pem', makeSigningKey);
  return {
    signingKey,
    pdf: await readPdfKey(config),
    apiKeyPepper: config.API_KEY_PEPPER ?? (await readOrMake(directory, 'api-key-pepper', makeSecret)),
    authSecret: config.AUTH_SECRET ?? (await readOrMake(directory, 'auth-secret', makeSecret)),
    previousAuthSecret: config.AUTH_SECRET_PREVIOUS,
  };
}

async function readConfigured(name: string, file: string): Promise<string> {
  return readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${name}: got ${shown(name, file)}, which can't be read (${code})`);
  });
}

async function readSigningKey(file: string): Promise<string> {
  const name = 'SIGNING_KEY_FILE';
  const text = await readConfigured(name, file);
  if (!isSigningKey(text))
    throw new ConfigError(
      `${name}: got ${shown(name, file)}, must be the file of an Ed25519 private key in PKCS#8 PEM`,
    );
  return text;
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

async function readPdfKey(config: Config): Promise<ConfiguredKeys['pdf']> {
  const { PDF_SIGNING_KEY_FILE: keyFile, PDF_SIGNING_CERTIFICATE_FILE: certificateFile } = config;
  if (!keyFile || !certificateFile) return null;
  const keyPem = await readConfigured('PDF_SIGNING_KEY_FILE', keyFile);
  const certificatePem = await readConfigured('PDF_SIGNING_CERTIFICATE_FILE', certificateFile);
  try {
    loadSigner(keyPem, certificatePem, new Date());
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    const isOfKey = error.message.startsWith('The PDF signing key');
    const [name, file] = isOfKey
      ? ['PDF_SIGNING_KEY_FILE', keyFile]
      : ['PDF_SIGNING_CERTIFICATE_FILE', certificateFile];
    throw new ConfigError(`${name}: got ${shown(name, file)}, which can't be used: ${error.message}`);
  }
  return { keyPem, certificatePem };
}

/** Reads the secret, or creates it first. If two processes create it concurrently, the first write wins and both use it. */
async function readOrMake(directory: string, name: string, make: () => string): Promise<string> {
  const file = join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(file, make(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}
