import type { Request } from 'express';
import type { Services } from '../../../domain/context.ts';
import { languageFor, loadMessages } from './compiled-messages/load.ts';
import type { Reader } from './layout.ts';

/**
 * Returns the reader of a page. The language is that of the address (`?lang=`), otherwise the certificate's (BCP 47) if its design has one,
 * otherwise the browser's.
 */
export async function readerOf(
  request: Request,
  { installation }: Pick<Services, 'installation'>,
  certificate: string | null = null,
): Promise<Reader> {
  const candidates = [request.query.lang, certificate, ...request.acceptsLanguages()];
  const language = candidates.flatMap((tag) => (typeof tag === 'string' && languageFor(tag)) || [])[0] ?? 'en';
  request.res?.set({ 'Content-Language': language, Vary: 'Accept-Language' });
  return {
    language,
    messages: await loadMessages(language),
    address: installation.address,
    path: request.baseUrl + request.path,
  };
}
