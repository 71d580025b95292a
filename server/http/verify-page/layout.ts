import { remember } from '../../../domain/shared/remember.ts';
import { formatDay } from '../format-day.ts';
import { type Html, html } from '../html.ts';
import { LANGUAGES, type Language, type Messages } from './compiled-messages/load.ts';
import { STYLE } from './style.ts';

/** Language of the reader, and address of the page. */
export interface Reader {
  language: Language;
  messages: Messages;
  /** Address of the installation that serves the page. */
  address: string;
  /** Path of the page. It can have a query, to which the language is added. */
  path: string;
}

/** Parts of a page outside its content. */
interface Frame {
  /** Head of the issuer, above the content. */
  letterhead?: Html;
  /** Class of the content: text of readable width by default. */
  kind?: 'narrow' | 'certificate-page';
  /** Additional rules of its style. */
  style?: Html;
}

/** Returns the page for an unknown certificate, with a link to check a file or enter an id. */
export const unknownPage = (reader: Reader): Html => {
  const { unknown, start } = reader.messages;
  const link = html`<p><a href="/verify?lang=${reader.language}">${start.title}</a></p>`;
  return messagePage(reader, unknown.title, unknown.text, link);
};

export const messagePage = (reader: Reader, title: string, text: string, more: Html | null = null): Html =>
  layout(
    reader,
    title,
    html`<meta name="robots" content="noindex">`,
    html`<section class="state unknown" role="status"><span class="sign" aria-hidden="true">?</span><div><h1>${title}</h1><p>${text}</p></div></section>${more}`,
  );

/** Returns a day (YYYY-MM-DD), or the day of a moment in a time zone, in the reader's language. */
export const date = (moment: string, reader: Reader, timeZone = 'UTC'): Html =>
  html`<time datetime="${moment}">${dateText(new Date(moment), reader, timeZone)}</time>`;

/** Returns the day of a moment for a sentence. */
export const dateText = (moment: Date, { language }: Reader, timeZone: string): string =>
  formatDay(moment, language, timeZone);

export const layout = (
  { language, messages, path }: Reader,
  title: string,
  head: Html,
  body: Html,
  { letterhead, kind = 'narrow', style }: Frame = {},
): Html => html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" type="image/svg+xml" href="/laurel.svg">${head}<style>${STYLE}${style ?? null}</style></head><body>${letterhead ?? null}<main class="${kind}">${body}</main><footer>${languages(language, messages, path)}</footer></body></html>`;

/** Returns links to the page in other languages. */
const languages = (current: Language, messages: Messages, path: string): Html =>
  html`<nav class="languages" aria-label="${messages.language}">${LANGUAGES.map((language) => languageLink(language, path, language === current))}</nav>`;

/** Returns a link to the page in a language, by the language's own name. */
export const languageLink = (language: Language, path: string, isCurrent = false): Html =>
  html`<a href="${path}${path.includes('?') ? '&' : '?'}lang=${language}" lang="${language}" hreflang="${language}"${isCurrent && html` aria-current="true"`}>${nameOf(language)}</a>`;

const nameOf = remember(
  (language: Language) => new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language,
);
