import { readFileSync } from 'node:fs';
import { DataIntegrityProof } from '@digitalbazaar/data-integrity';
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite';
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc';
import { checkStatus } from '@digitalbazaar/vc-bitstring-status-list';
import { verifyCredential as verifyByCore } from '@digitalcredentials/verifier-core';
import { vi } from 'vitest';
import { contextFile, OPEN_BADGES_3 } from '../../../proof/credential/contexts.ts';

/** All available documents, by URL. */
type Web = Readonly<Record<string, object>>;
/** Verdict of a verifier. `isRevoked` is set if it reached the status. */
interface Verdict {
  isValid: boolean;
  isRevoked?: boolean | undefined;
  /** Result of the JSON schema, which verifier-core checks. */
  isOfSchema: boolean;
}
export type Verifier = (credential: object, web: Web) => Promise<Verdict>;

const SCHEMA_ADDRESS = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json';
export const schemaDocument = (): object =>
  JSON.parse(readFileSync(new URL('./open-badges.schema.json', import.meta.url), 'utf8'));

/** @digitalbazaar/vc with its own data-integrity, eddsa-rdfc-2022 and status list. It does not check the schema. */
export const digitalBazaar: Verifier = async (credential, web) => {
  const result = await verifyCredential({
    credential,
    suite: new DataIntegrityProof({ cryptosuite }),
    documentLoader: (url) => load(url, web),
    ...('credentialStatus' in credential && { checkStatus }),
  });
  const isRevoked = result.statusResult?.results?.some(({ status }) => status);
  return { isValid: result.verified, isRevoked, isOfSchema: true };
};

async function load(url: string, web: Web): Promise<{ documentUrl: string; document: unknown }> {
  if (url === OPEN_BADGES_3) return { documentUrl: url, document: JSON.parse(contextFile(url).toString('utf8')) };
  const document = url.startsWith('did:') ? resolveDid(url, web) : web[url];
  return document ? { documentUrl: url, document } : defaultDocumentLoader(url);
}

/** Returns a did:web identifier's document, or the key that a fragment names (did:web Method Specification). */
function resolveDid(url: string, web: Web): object | undefined {
  const [did = '', fragment] = url.split('#');
  const [host = '', ...path] = did.slice('did:web:'.length).split(':');
  const steps = [decodeURIComponent(host), ...(path.length > 0 ? path : ['.well-known']), 'did.json'];
  const document = web[`https://${steps.join('/')}`] as { verificationMethod: { id: string }[] } | undefined;
  if (!fragment || !document) return document;
  const method = document.verificationMethod.find(({ id }) => id === url);
  return method && { '@context': 'https://w3id.org/security/multikey/v1', ...method };
}

/** @digitalcredentials/verifier-core, which fetches documents and caches a DID document for the life of the process. */
export const verifierCore: Verifier = async (credential, web) => {
  const known: Web = { ...web, [SCHEMA_ADDRESS]: schemaDocument() };
  vi.stubGlobal('fetch', async (input: string | Request) => {
    const document = known[typeof input === 'string' ? input : input.url];
    return document ? Response.json(document) : new Response('', { status: 404 });
  });
  try {
    const credentialCopy = structuredClone(credential) as Parameters<typeof verifyByCore>[0]['credential'];
    const {
      errors,
      log = [],
      additionalInformation,
    } = await verifyByCore({
      credential: credentialCopy,
      knownDIDRegistries: [],
    });
    const step = (name: string) => log.find(({ id }) => id === name);
    const status = step('revocation_status');
    return {
      isValid: !errors && step('valid_signature')?.valid === true && !status?.error,
      isRevoked: status && status.valid === false,
      isOfSchema: additionalInformation?.[0]?.results[0]?.result?.valid === true,
    };
  } finally {
    vi.unstubAllGlobals();
  }
};
