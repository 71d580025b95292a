import type { Verification } from '../../../domain/verification/verify.ts';
import { type Html, html } from '../html.ts';
import { dateText, type Reader } from './layout.ts';

/** Returns the notice on the page of a former hash, which shows the certificate as it is now. */
export function formerNotice({ former, dates }: Verification, reader: Reader): Html | null {
  if (!former?.until) return null;
  const { title, text } = reader.messages.former;
  const said = text({ date: dateText(former.until, reader, dates.timeZone) });
  return html`<p class="note" role="note"><strong>${title}</strong> ${said}</p>`;
}
