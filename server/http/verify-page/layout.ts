import { Html, html } from '../html.ts';
import { LANGUAGES, type Language, type Messages } from './compiled-messages/load.ts';

/** Language of the reader, and address of the page. */
export interface Reader {
  language: Language;
  messages: Messages;
  /** Address of the installation that serves the page. */
  address: string;
  /** Path of the page, without its query. */
  path: string;
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
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone }).format(moment);

export const layout = (
  { language, messages, path }: Reader,
  title: string,
  head: Html,
  body: Html,
): Html => html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" type="image/svg+xml" href="/laurel.svg">${head}<style>${STYLE}</style></head><body><main>${body}${languages(language, messages, path)}</main></body></html>`;

/** Returns links to the page in other languages. */
const languages = (current: Language, messages: Messages, path: string): Html =>
  html`<nav class="languages" aria-label="${messages.language}">${LANGUAGES.map(
    (language) =>
      html`<a href="${path}?lang=${language}" lang="${language}" hreflang="${language}"${language === current && html` aria-current="true"`}>${nameOf(language)}</a>`,
  )}</nav>`;

const nameOf = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

const STYLE = new Html(`
:root{color-scheme:light dark;--ink:#17202c;--soft:#566273;--paper:#fff;--page:#f3f5f8;--line:#dde3ea;--good:#0b6b43;--good-soft:#e5f5ed;--bad:#a31621;--bad-soft:#fdebec;--unknown:#7a5200;--unknown-soft:#fff4dc}
@media(prefers-color-scheme:dark){:root{--ink:#eef2f7;--soft:#a9b4c2;--paper:#18202b;--page:#0f141b;--line:#2d3947;--good:#7fdcb1;--good-soft:#0f3426;--bad:#ffa8ae;--bad-soft:#431418;--unknown:#ffd27a;--unknown-soft:#3d2d0a}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:46rem;margin:0 auto;padding:clamp(1rem,4vw,3rem) 1rem}
.state{display:flex;gap:1rem;align-items:center;border-radius:1rem;padding:1.25rem;margin-bottom:1.5rem}
.state h1,.state h2{font-size:1.35rem;line-height:1.25;margin:0}.state p{margin:.25rem 0 0}
.sign{flex:none;display:grid;place-items:center;width:3rem;height:3rem;border-radius:50%;border:2px solid;font-size:1.5rem;font-weight:700}
.good{color:var(--good);background:var(--good-soft)}.bad{color:var(--bad);background:var(--bad-soft)}.unknown{color:var(--unknown);background:var(--unknown-soft)}
dl{margin:0 0 1.5rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem;padding:.5rem 1.25rem}
dl div{display:grid;grid-template-columns:minmax(6.5rem,25%) 1fr;gap:1rem;padding:.7rem 0}dl div+div{border-top:1px solid var(--line)}
dt{color:var(--soft)}dd a{color:inherit}dd{margin:0;overflow-wrap:anywhere;text-align:start}.name{font-weight:650;font-size:1.15rem}
img{display:block;width:100%;height:auto;border-radius:.5rem;border:1px solid var(--line)}
.logo{width:auto;max-width:14rem;max-height:4rem;background:#fff;padding:.4rem .6rem}.button{display:inline-block;font:inherit;font-weight:600;border:0;cursor:pointer;padding:.75rem 1.25rem;border-radius:.6rem;background:var(--ink);color:var(--paper);text-decoration:none;font-weight:600}
.button:focus-visible,a:focus-visible{outline:3px solid var(--good);outline-offset:3px}
aside{border:2px dashed var(--line);border-radius:1rem;padding:1.25rem;margin:1.5rem 0}aside[hidden]{display:none}aside label{display:block;margin-bottom:.75rem}aside input{max-width:100%}aside output{display:block;font-weight:650;margin-top:.75rem}aside.good,aside.bad{border-style:solid;border-color:currentColor}
.actions{display:flex;flex-wrap:wrap;gap:.75rem}.button[hidden]{display:none}.plain{background:none;color:var(--ink);border:1px solid var(--line)}
.search div{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:.5rem}.search input{flex:1 1 16rem;min-width:0;font:inherit;padding:.7rem;border:1px solid var(--soft);border-radius:.6rem;background:var(--paper);color:var(--ink)}
.search input:focus-visible,aside input:focus-visible{outline:3px solid var(--good);outline-offset:3px}.fault{color:var(--bad)}
[data-report] .state{margin:1.25rem 0}.checks{list-style:none;margin:0;padding:0}.checks li{padding:.75rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.checks h3{font-size:1rem;margin:0}.checks p{margin:.25rem 0 0}.outcome{display:inline-block;font-weight:650;border-radius:.4rem;padding:.1rem .5rem}
.languages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:2rem;font-size:.85rem}.languages a{color:var(--soft)}.languages a[aria-current]{color:var(--ink);font-weight:650;text-decoration:none}
.linked-in{margin:1rem 0}.linked-in summary{list-style:none}.linked-in summary::-webkit-details-marker{display:none}.linked-in[open] summary{margin-bottom:.5rem}.linked-in dl{margin:.75rem 0}
.copy{font:inherit;font-size:.85rem;color:inherit;background:none;border:1px solid var(--soft);border-radius:.4rem;padding:.15rem .6rem;min-height:1.75rem;cursor:pointer}.copy[hidden]{display:none}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--paper:#fff;--page:#fff;--line:#bbb;--good:#0b6b43;--good-soft:#fff;--bad:#a31621;--bad-soft:#fff;--unknown:#7a5200;--unknown-soft:#fff}
body{font-size:11pt;border-top:0!important}main{max-width:none;padding:0}.actions,.linked-in,aside,.languages,form{display:none!important}.state{border:1.5pt solid;break-inside:avoid}dl{break-inside:avoid}
img.certificate{max-height:13cm;width:auto;max-width:100%;margin:0 auto}@page{margin:1.5cm}}
.hash,.note{color:var(--soft);font-size:.85rem}.hash code{overflow-wrap:anywhere}`);
