import { type Html, html } from '../html.ts';
import type { Reader } from '../verify-page/layout.ts';
import { placePage } from './layout.ts';

/** Returns the form for a link, with a notice such as that a session ended. */
export function startPage(reader: Reader, notice: string | null = null): Html {
  const { my } = reader.messages;
  return placePage(
    reader,
    my.title,
    html`<h1>${my.title}</h1>
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
<p>${my.intro}</p>
${linkForm(reader)}`,
  );
}

/** Returns the form for a link. */
export const linkForm = ({ messages: { my }, language }: Reader): Html =>
  html`<form class="search" action="/my/link?lang=${language}" method="post"><label for="email">${my.email}</label>
<div>${addressInput('email')}<button class="button primary">${my.send}</button></div><p class="note">${my.once}</p></form>`;

/** Returns the input for an address. */
export const addressInput = (id: string): Html =>
  html`<input id="${id}" name="email" type="email" dir="ltr" required maxlength="254" autocomplete="email" spellcheck="false">`;
