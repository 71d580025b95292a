import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { dateText, type Reader } from './layout.ts';

/** Returns the notice on the page of a former hash, with a link to the page of the certificate as it is now. */
export function formerNotice({ former, dates, verificationUrl }: Verification, reader: Reader): Html | null {
  if (!former?.until) return null;
  const { title, text, open } = reader.messages.former;
  const said = text({ date: dateText(former.until, reader, dates.timeZone) });
  return html`<div class="state unknown" role="note"><span class="sign" aria-hidden="true">!</span>
<div><p><strong>${title}</strong> ${said}</p><p><a href="${new URL(verificationUrl).pathname}?lang=${reader.language}">${open}</a></p></div></div>`;
}

/** Returns the former files as JSON for the page's script: their digests, and the sentence about them. */
export const formerFiles = (verification: Verification, reader: Reader): string =>
  JSON.stringify(
    verification.formerFiles.map(({ digests, until }) => ({
      digests,
      title: reader.messages.former.file({ date: dateText(until, reader, verification.dates.timeZone) }),
    })),
  );
