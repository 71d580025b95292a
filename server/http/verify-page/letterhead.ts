import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { languageFor } from './compiled-messages/load.ts';
import { languageLink, type Reader } from './layout.ts';
import { nowNamed } from './now-named.ts';

/** A colour as the organisation's settings accept it. Another value was written outside Laurel, and could hide the page's statement. */
const COLOR = /^#[0-9a-f]{6}$/i;

/**
 * Returns the issuer's letterhead: a line in its colour, logo on white, name and website. Names can be similar, but a host belongs to one
 * organisation.
 */
export function letterhead(verification: Verification, reader: Reader): Html {
  const { name, websiteUrl, logoUrl, brandColor } = verification.issuer;
  const { messages } = reader;
  const line = brandColor !== null && COLOR.test(brandColor) && html` style="border-top:6px solid ${brandColor}"`;
  const linked = websiteUrl ? html`<a href="${websiteUrl}" rel="noopener">${name}</a>` : name;
  const host = websiteUrl && html`<small dir="ltr">${new URL(websiteUrl).host}</small>`;
  return html`<div class="letterhead"${line}><header>${logoUrl && html`<img class="logo" src="${logoUrl}" alt="">`}
${name && html`<div class="issuer"><small>${messages.issuedBy}</small><bdi class="name">${linked}</bdi>${nowNamed(verification.renamed.issuer, messages)}${host}</div>`}
${ownLanguage(verification, reader)}</header></div>`;
}

/** Returns a link to the page in the certificate's language, if the page is in another one. */
function ownLanguage({ language }: Verification, { language: shown, messages, path }: Reader): Html | null {
  const own = language === null ? undefined : languageFor(language);
  if (!own || own === shown) return null;
  return html`<nav class="languages" aria-label="${messages.certificateLanguage}"><span>${messages.certificateLanguage}: ${languageLink(own, path)}</span></nav>`;
}
