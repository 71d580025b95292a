import { readFileSync } from 'node:fs';

/** Verifiable Credentials Data Model 2.0. `contexts/README.md` names the sources of the files. */
export const CREDENTIALS_V2 = 'https://www.w3.org/ns/credentials/v2';
/** Open Badges 3.0. */
export const OPEN_BADGES_3 = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json';

/** SHA-256 of the bundled files, whose content affects every signature. W3C publishes the first (VC Data Model 2.0, appendix B). */
export const CONTEXT_DIGESTS: Readonly<Record<string, string>> = {
  [CREDENTIALS_V2]: '59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734',
  [OPEN_BADGES_3]: 'ef2fa9c7846dce233cc166b43639027278be4ee44f00bb1d45c75de2dd0cd761',
};

const FILES: Readonly<Record<string, string>> = {
  [CREDENTIALS_V2]: 'credentials-v2.json',
  [OPEN_BADGES_3]: 'open-badges-3.0.3.json',
};

/** Returns the bytes of a bundled context. Throws for any other, as contexts are never fetched. */
export function contextFile(url: string): Buffer {
  const name = FILES[url];
  if (!name) throw new Error(`The JSON-LD context ${url} is not bundled`);
  return readFileSync(new URL(`./contexts/${name}`, import.meta.url));
}

/** Document loader for jsonld. Knows only the bundled contexts. */
export async function loadContext(url: string): Promise<{ documentUrl: string; document: object }> {
  return { documentUrl: url, document: JSON.parse(contextFile(url).toString('utf8')) };
}
