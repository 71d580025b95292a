import { LANGUAGE } from './language.ts';

/** Cookie from which the server reads the language of this browser (server/http/dashboard-language.ts). */
const COOKIE = 'laurel.language';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** True if the address of this page asked for a language. It is then kept, whatever the person chose elsewhere. */
const IS_ASKED = new URLSearchParams(location.search).has('lang');

/** Opens this page again in a language, and keeps the language in this browser. */
export function openIn(language: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: browsers that the dashboard supports lack the Cookie Store API.
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`;
  // Without cookies, the page would be opened again and again.
  if (!document.cookie.includes(`${COOKIE}=${language}`)) return;
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  location.replace(address);
}

/** Opens this page in the language of a person's account if it has another one. */
export function followAccount(language: string | null): void {
  if (language !== null && language !== LANGUAGE && !IS_ASKED) openIn(language);
}
