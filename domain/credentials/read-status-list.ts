import { LRUCache } from 'lru-cache';
import { StatusListSchema } from '../../database/entities/status-list.ts';
import { STATUS_LIST_SIZE, signCredential, statusList, verificationMethodOf } from '../../proof/credential/index.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import { inOrganisation, type Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { counted } from '../shared/caches.ts';
import { revokedIndexes } from './list-revoked.ts';

/** Cache lifetime of a copy, in ms. A revocation becomes visible after at most twice this: once here and once at the verifier. */
export const STATUS_TTL_MS = 10_000;
/** Lifetime in ms after which a copy is invalid, even for verifiers that ignore the cache lifetime. */
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
 * Returns one of an organisation's status lists as signed JSON text. It is a BitstringStatusListCredential at the installation's address,
 * with the bits of revoked certificates set. The text is renewed every 10 s at most. NOT_FOUND for a list without certificates.
 */
export async function readStatusList(services: Services, key: ListKey): Promise<string> {
  const name = `${services.installation.address} ${key.organisationId} ${key.list}`;
  counted('status-lists', kept.has(name));
  return kept.forceFetch(name, { context: { ...services, ...key } });
}

async function signStatusList(given: Services, { organisationId, list }: ListKey): Promise<string> {
  const services = inOrganisation(given, organisationId);
  const known = await services.em().findOne(StatusListSchema, { organisationId });
  if (!known || list * STATUS_LIST_SIZE >= known.next) throw notFound();
  const { address } = services.installation;
  const [did, now] = [issuerDid(address, organisationId), services.now()];
  const credential = statusList({
    id: statusListUrl(address, organisationId, list),
    issuer: did,
    purpose: 'revocation',
    list: await revokedIndexes(services, { organisationId, list }),
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
