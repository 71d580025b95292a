import { LRUCache } from 'lru-cache';
import { StatusListSchema } from '../../database/entities/status-list.ts';
import { STATUS_LIST_SIZE, signCredential, statusList, verificationMethodOf } from '../../proof/credential/index.ts';
import { issuerDid } from '../certificates/claims.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { counted } from '../shared/caches.ts';
import { revokedPlaces } from './revoked-places.ts';

/** How long a copy may be used. A revocation is seen after twice that at the most: here and at the verifier. */
export const STATUS_TTL_MS = 10_000;
/** For whoever keeps a copy against the rules: then it is no longer good at all. */
const VALIDITY_MS = 24 * 60 * 60 * 1000;

/** Returns the address of one of an organisation's status lists. */
export const statusListUrl = (address: string, organisationId: string, list: number): string =>
  `${address}/issuers/${organisationId}/status/${list}`;

interface ListKey {
  organisationId: string;
  list: number;
}

const kept = new LRUCache<string, string, Services & ListKey>({
  max: 200,
  ttl: STATUS_TTL_MS,
  fetchMethod: (_key, _stale, { context }) => signStatusList(context, context),
  ignoreFetchAbort: true,
});

/**
 * One of an organisation's status lists at the installation's address as JSON text, signed: a BitstringStatusListCredential in which the bits of revoked
 * certificates are set. The text is made anew every 10 seconds at most. NOT_FOUND for a list that has no certificates yet.
 */
export async function readStatusList(services: Services, key: ListKey): Promise<string> {
  const name = `${services.installation.address} ${key.organisationId} ${key.list}`;
  counted('status-lists', kept.has(name));
  return kept.forceFetch(name, { context: { ...services, ...key } });
}

async function signStatusList(services: Services, { organisationId, list }: ListKey): Promise<string> {
  const known = await services.em().findOne(StatusListSchema, { organisationId });
  if (!known || list * STATUS_LIST_SIZE >= known.next) throw notFound();
  const { address } = services.installation;
  const [did, now] = [issuerDid(address, organisationId), services.now()];
  const credential = statusList({
    id: statusListUrl(address, organisationId, list),
    issuer: did,
    purpose: 'revocation',
    list: await revokedPlaces(services, { organisationId, list }),
    validFrom: now,
    validUntil: new Date(now.getTime() + VALIDITY_MS),
    ttl: STATUS_TTL_MS,
  });
  const { signer } = services;
  const { keyId } = signer;
  const verificationMethod = verificationMethodOf(did, keyId);
  return JSON.stringify(
    await signCredential(credential, { sign: (message) => signer.sign(message, keyId), verificationMethod }, now),
  );
}
