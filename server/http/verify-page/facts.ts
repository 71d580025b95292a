import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { date, type Reader } from './layout.ts';
import { nowNamed } from './now-named.ts';

/**
 * Returns the content of a certificate: recipient, course, dates in its own time zone, number, and the reason of a revocation. Omits
 * personal data that is withheld.
 */
export function facts(
  { dates, renamed, isWithheld, result: { certificate, history } }: Verification,
  reader: Reader,
): Html {
  const { messages } = reader;
  const { timeZone, issuedOn, validUntil } = dates;
  const { recipientName, templateName, awardedOn, generatedAt, imported, number, revokedAt, revokedReason } =
    certificate;
  const corrected = history?.at(-1) ?? null;
  return html`<dl>
${!isWithheld && html`<div><dt>${messages.recipient}</dt><dd class="name"><bdi>${recipientName}</bdi></dd></div>`}
${templateName !== null && html`<div><dt>${messages.certificate}</dt><dd class="course"><bdi>${templateName}</bdi>${nowNamed(renamed.template, messages)}</dd></div>`}
${!imported && awardedOn !== issuedOn && fact(messages.awardedOn, date(awardedOn, reader))}
${fact(messages.issuedOn, imported ? date(awardedOn, reader) : date(generatedAt, reader, timeZone))}
${imported && imported.issuer !== null && fact(messages.imported.issuer, html`<bdi>${imported.issuer}</bdi>`)}
${imported && fact(messages.imported.on, date(imported.at, reader, timeZone))}
${corrected && fact(messages.correctedOn, date(corrected.at, reader, timeZone))}
${validUntil && fact(messages.validUntil, date(validUntil, reader))}
${revokedAt && fact(messages.revokedOn, date(revokedAt, reader, timeZone))}
${!isWithheld && revokedReason && fact(messages.reason, html`<bdi>${revokedReason}</bdi>`)}
${!isWithheld && number && fact(messages.number, html`<bdi>${number}</bdi>`)}
</dl>`;
}

const fact = (label: string, shown: Html): Html => html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
