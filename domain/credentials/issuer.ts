import { Organisation } from '../../database/entities/organisation.ts';
import { didDocument, didWeb } from '../../proof/credential/index.ts';
import type { Services } from '../context.ts';
import { notFound } from '../errors.ts';

/** The identifier under which an organisation issues credentials (did:web). */
export const issuerDid = ({ baseUrl }: Pick<Services, 'baseUrl'>, organisationId: string): string =>
  didWeb(baseUrl, 'issuers', organisationId);

/** An organisation's DID document, with every key that has signed for it. NOT_FOUND for an unknown organisation. */
export async function readDidDocument(
  services: Services,
  { organisationId }: { organisationId: string },
): Promise<ReturnType<typeof didDocument>> {
  if ((await services.em().count(Organisation, { id: organisationId })) === 0) throw notFound();
  const keys = services.signer.keys.map(({ id, publicKey, distrustedFrom }) => ({
    id,
    publicKey,
    revokedAt: distrustedFrom ?? undefined,
  }));
  return didDocument(issuerDid(services, organisationId), keys);
}
