import type { Request } from 'express';
import type { Services } from '../../../domain/context.ts';
import { LANGUAGES, type Language, loadMessages } from './compiled-messages/load.ts';
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
  const accepted = request.acceptsLanguages(LANGUAGES) as Language | false;
  const language =
    known(request.query.lang) ?? known(certificate && new Intl.Locale(certificate).language) ?? (accepted || 'en');
  request.res?.set({ 'Content-Language': language, Vary: 'Accept-Language' });
  return {
    language,
    messages: await loadMessages(language),
    address: installation.address,
    path: request.baseUrl + request.path,
  };
}

const known = (language: unknown): Language | undefined => LANGUAGES.find((one) => one === language);
