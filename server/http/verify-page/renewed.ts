import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from './layout.ts';

/** Returns the notice on the page of a renewed certificate, with a link to the page of its renewal. */
export function renewedNotice({ result }: Verification, { messages, language }: Reader): Html | null {
  if (result.renewedBy === undefined) return null;
  const { text, link } = messages.renewed;
  return html`<div class="state info" role="note"><span class="sign" aria-hidden="true">↻</span>
<div><p><strong>${text}</strong></p><p><a href="${new URL(result.renewedBy).pathname}?lang=${language}">${link}</a></p></div></div>`;
}
