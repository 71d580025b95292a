import { Organisation } from '../../database/entities/organisation.ts';
import { didDocument } from '../../proof/credential/index.ts';
import { issuerDid } from '../certificates/make-claims.ts';
import { inOrganisation, type Services } from '../context.ts';
import { notFound } from '../errors.ts';

/**
 * Returns an organisation's DID document at the installation's address, with every key that has signed for it. NOT_FOUND for an unknown
 * organisation.
 */
export async function readDidDocument(
  services: Services,
  { organisationId }: { organisationId: string },
): Promise<ReturnType<typeof didDocument>> {
  if ((await services.em().count(Organisation, { id: organisationId })) === 0) throw notFound();
  const { signer } = inOrganisation(services, organisationId);
  const keys = signer.keys.map(({ id, publicKey, distrustedFrom }) => ({
    id,
    publicKey,
    revokedAt: distrustedFrom ?? undefined,
  }));
  return didDocument(issuerDid(services.installation.address, organisationId), keys);
}
