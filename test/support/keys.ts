import type { JsonWebKey } from 'node:crypto';
import { operate } from './command.ts';
import type { Laurel, Tenant } from './laurel.ts';

export interface PrintedKey {
  id: string;
  purpose: string;
  createdAt: string;
  retiredAt: string | null;
  distrustedFrom: string | null;
  current: boolean;
}

/** Returns the JSON output of a keys command. Fails if the command does. */
export async function keysCommand<Printed = PrintedKey>(laurel: Laurel, ...args: string[]): Promise<Printed> {
  const { code, out, err } = await operate(laurel, 'keys', ...args);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out);
}

export const currentKey = async (laurel: Laurel, purpose: string): Promise<string> =>
  (await keysCommand<PrintedKey[]>(laurel, 'list')).find((key) => key.purpose === purpose && key.current)?.id ?? '';

type PublishedKey = Omit<PrintedKey, 'current'> & { publicKeyJwk: JsonWebKey };
interface Published {
  log: { origin: string; verifierKey: string };
  pdfCertificates: string[];
  issuers: string[];
  keys: PublishedKey[];
}
type Jwk = JsonWebKey & { kid: string; revoked?: { revoked_at: number } };

const getJson = async <Body>(laurel: Laurel, name: string): Promise<Body> =>
  (await fetch(`${laurel.url}/.well-known/${name}`)).json() as Promise<Body>;

/** Reads /.well-known/laurel.json. */
export const published = (laurel: Laurel): Promise<Published> => getJson(laurel, 'laurel.json');

/** Returns the keys of /.well-known/jwks.json. */
export const jwks = async (laurel: Laurel): Promise<Jwk[]> =>
  (await getJson<{ keys: Jwk[] }>(laurel, 'jwks.json')).keys;

/** Issues a certificate. Returns it with the id of the key that signed its credential. */
export async function issueSigned(laurel: Laurel, tenant: Tenant) {
  const certificate = await laurel.issue(tenant);
  const { body } = await laurel.call(`/certificates/${certificate.id}/credential`, { key: tenant.key });
  const keyId: string = body.proof[0].verificationMethod.split('#')[1];
  return { certificate, keyId };
}

/** Returns true if a certificate verifies. */
export const isValid = async (laurel: Laurel, { verificationHash }: { verificationHash: string }): Promise<boolean> =>
  (await laurel.call(`/verify/${verificationHash}`)).body.valid;
