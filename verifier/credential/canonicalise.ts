import { utf8 } from '../bytes.ts';
import type { Json, JsonObject } from '../json.ts';
import credentialsV2 from './contexts/credentials-v2.json' with { type: 'json' };
import openBadges3 from './contexts/open-badges-3.0.3.json' with { type: 'json' };

export const CREDENTIALS_V2 = 'https://www.w3.org/ns/credentials/v2';
export const OPEN_BADGES_3 = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

const CONTEXTS = new Map<string, object>([
  [CREDENTIALS_V2, credentialsV2],
  [OPEN_BADGES_3, openBadges3],
]);
const [DEEPEST, TIMEOUT_MS] = [16, 10_000];

/**
 * Returns the canonical N-Quads (RDFC-1.0) of a JSON-LD document as bytes. Only the bundled contexts are known, and nothing is fetched.
 * Rejects a document with another context, or with anything that the contexts do not define.
 */
export async function canonicalise(document: JsonObject): Promise<Uint8Array> {
  const { '@context': contexts, ...rest } = document;
  if (!Array.isArray(contexts) || !contexts.every((one) => typeof one === 'string' && CONTEXTS.has(one)))
    throw new TypeError('a context that is not bundled');
  refuseKeywords(rest, 0);
  // Loaded when first needed, because it is larger than the rest of the code.
  const { default: jsonld } = await import('jsonld');
  const options = {
    algorithm: 'RDFC-1.0',
    documentLoader: loadContext,
    safe: true,
    canonizeOptions: { signal: AbortSignal.timeout(TIMEOUT_MS) },
  } as const;
  return utf8(await jsonld.canonize(document, options));
}

/** Refuses JSON-LD keywords, with which a document could hide content from readers of plain JSON. */
function refuseKeywords(value: Json | undefined, depth: number): void {
  if (depth > DEEPEST) throw new TypeError('a document that is too deep');
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key.startsWith('@')) throw new TypeError('a keyword of JSON-LD');
    refuseKeywords(member, depth + 1);
  }
}

async function loadContext(url: string): Promise<{ documentUrl: string; document: object }> {
  const document = CONTEXTS.get(url);
  if (!document) throw new TypeError('a context that is not bundled');
  return { documentUrl: url, document };
}
