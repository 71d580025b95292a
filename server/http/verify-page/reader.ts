import type { Request } from 'express';
import type { Services } from '../../../domain/context.ts';
import { type Language, languageFor, loadMessages } from './compiled-messages/load.ts';
import type { Reader } from './layout.ts';
import { isProgram } from './viewer.ts';

/**
 * Returns the reader of a page. The language is that of the address (`?lang=`), otherwise the browser's, otherwise the certificate's (BCP
 * 47) if its design has one. For previews of a link, the certificate's comes first: a program's language is not that of its readers.
 */
export async function readerOf(
  request: Request,
  { installation }: Pick<Services, 'installation'>,
  certificate: string | null = null,
): Promise<Reader> {
  const accepted = request.acceptsLanguages();
  const preferred = isProgram(request) ? [certificate, ...accepted] : [...accepted, certificate];
  const language =
    chosenLanguage(request) ?? preferred.flatMap((tag) => (tag === null ? [] : (languageFor(tag) ?? [])))[0] ?? 'en';
  request.res?.set({ 'Content-Language': language, Vary: 'Accept-Language, User-Agent' });
  return {
    language,
    messages: await loadMessages(language),
    address: installation.address,
    path: request.baseUrl + request.path,
  };
}

/** Returns the language that the address of a page names. */
export const chosenLanguage = ({ query: { lang } }: Request): Language | undefined =>
  typeof lang === 'string' ? languageFor(lang) : undefined;

/** Returns an address with the language that the address of the current page names, if it names one. */
export function withChosenLanguage(request: Request, address: string): string {
  const chosen = chosenLanguage(request);
  return chosen === undefined ? address : `${address}?lang=${chosen}`;
}
