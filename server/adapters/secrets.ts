import { createPrivateKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, shown } from '../config.ts';

export interface Secrets {
  /** Ed25519 private key, PKCS#8 PEM. */
  signingKey: string;
  apiKeyPepper: string;
  /** Signs sessions and encrypts stored secrets. */
  authSecret: string;
}

/** The configured secrets; with the embedded database those that are missing are made once in the data directory. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const directory = join(config.dataDir, 'secrets');
  const signingKey = config.SIGNING_KEY_FILE
    ? await readKeyFile(config.SIGNING_KEY_FILE)
    : await readOrMake(directory, 'signing-key.pem', makeSigningKey);
  const apiKeyPepper = config.API_KEY_PEPPER ?? (await readOrMake(directory, 'api-key-pepper', makeSecret));
  const authSecret = config.AUTH_SECRET ?? (await readOrMake(directory, 'auth-secret', makeSecret));
  return { signingKey, apiKeyPepper, authSecret };
}

async function readKeyFile(file: string): Promise<string> {
  const name = 'SIGNING_KEY_FILE';
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${name}: got ${shown(name, file)}, which can't be read (${code})`);
  });
  if (!isSigningKey(text))
    throw new ConfigError(`${name}: got ${shown(name, file)}, takes the file of an Ed25519 private key in PKCS#8 PEM`);
  return text;
}

function isSigningKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Two processes that start at the same time use the same secret: the first to write wins. */
async function readOrMake(directory: string, name: string, make: () => string): Promise<string> {
  const file = join(directory, name);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(file, make(), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}

export const makeSecret = (): string => randomBytes(32).toString('hex');

export const makeSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
