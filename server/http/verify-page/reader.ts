import type { Request } from 'express';
import type { Services } from '../../../domain/context.ts';
import type { Reader } from './layout.ts';
import { LANGUAGES, type Language, WORDS } from './texts.ts';

/**
 * Who reads a page. Its language is what the address asks for (`?lang=`), else the certificate's (BCP 47), as far as its design
 * gives it, else what the browser asks for.
 */
export function readerOf(
  request: Request,
  { installation }: Pick<Services, 'installation'>,
  certificate: string | null = null,
): Reader {
  const accepted = request.acceptsLanguages(LANGUAGES) as Language | false;
  const language =
    known(request.query.lang) ?? known(certificate && new Intl.Locale(certificate).language) ?? (accepted || 'en');
  request.res?.set({ 'Content-Language': language, Vary: 'Accept-Language' });
  return { language, words: WORDS[language], address: installation.address, path: request.baseUrl + request.path };
}

const known = (language: unknown): Language | undefined => LANGUAGES.find((one) => one === language);
