import type { Request, Response } from 'express';
import { cookieValue } from './cookie-value.ts';
import { type Language, languageFor } from './verify-page/compiled-messages/load.ts';

/** Cookie with the language that was chosen in this browser. The dashboard writes it, too (dashboard/language/choose.ts). */
const COOKIE = 'laurel.language';
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Member of the query with the language of the mail that has the link (domain/emailing/kinds/kind.ts). */
export const MAIL_LANGUAGE = 'mailLanguage';

/**
 * Returns the language of a page of the dashboard. That of the address (`?lang=`) comes first, and the browser keeps it. The one chosen in
 * this browser is next, then that of the mail that has the link, then the browser's own.
 */
export function chooseLanguage(request: Request, response: Response): Language {
  const asked = languageIn(request.query.lang);
  if (asked) response.cookie(COOKIE, asked, { path: '/', sameSite: 'lax', secure: request.secure, maxAge: YEAR_MS });
  return asked ?? chosenLanguage(request) ?? mailLanguageOf(request) ?? browserLanguage(request) ?? 'en';
}

/** Returns the language of the pages in a browser: the one chosen in it, otherwise its own. Undefined if neither is known. */
export const browserLanguage = (request: Request): Language | undefined =>
  chosenLanguage(request) ?? request.acceptsLanguages().flatMap((tag) => languageFor(tag) ?? [])[0];

/** Returns the language of the mail from which a page is opened; undefined if the address names none. */
export const mailLanguageOf = (request: Request): Language | undefined => languageIn(request.query[MAIL_LANGUAGE]);

const chosenLanguage = ({ headers }: Request): Language | undefined => languageIn(cookieValue(headers, COOKIE));

const languageIn = (tag: unknown): Language | undefined => (typeof tag === 'string' ? languageFor(tag) : undefined);
