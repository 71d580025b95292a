import type { Verification } from '../../../domain/verification/show.ts';
import { CARD_WIDTH, PAGE_WIDTH } from '../files.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from './layout.ts';
import type { ShownState } from './state.ts';

/** Widths at which the page shows the picture: nearly two thirds of a wide window, otherwise all of it. */
const SIZES = '(min-width: 60rem) 45rem, 95vw';

/**
 * Returns the picture with a link to the PDF, or a note while the files are being created. The picture is marked and has no link if the
 * certificate is not valid, and has no link on the page of a former revision.
 */
export function picture(
  { imageUrl, pdfUrl, result, former }: Verification,
  { mark }: ShownState,
  reader: Reader,
): Html {
  const { messages } = reader;
  if (!imageUrl || !pdfUrl) return html`<div class="picture waiting note"><p>${messages.pending}</p></div>`;
  const { pathname } = new URL(imageUrl);
  const at = (width: number): string => `${pathname}?width=${width}`;
  const image = html`<img class="certificate" src="${at(PAGE_WIDTH)}" srcset="${[CARD_WIDTH, PAGE_WIDTH].map((width) => `${at(width)} ${width}w`).join(', ')}" sizes="${SIZES}" alt="${messages.imageOf({ name: result.certificate.recipientName })}" fetchpriority="high">`;
  if (mark === null && former) return html`<figure class="picture">${image}</figure>`;
  if (mark === null) return html`<figure class="picture"><a href="${pdfUrl}">${image}</a></figure>`;
  return html`<figure class="picture void">${image}<div class="mark" aria-hidden="true"><span>${mark}</span></div></figure>`;
}
