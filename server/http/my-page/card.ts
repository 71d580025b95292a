import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import { VALID } from '../../../domain/certificates/state.ts';
import type { MyCertificate } from '../../../domain/my/show-certificates.ts';
import { CARD_WIDTH } from '../files.ts';
import { type Html, html } from '../html.ts';
import { icon } from '../verify-page/icons.ts';
import { date, type Reader } from '../verify-page/layout.ts';
import { formUrl } from '../verify-page/linked-in.ts';

/** Returns a certificate of the list. `more` are the recipient's own actions, such as a request for a correction. */
export function card(certificate: MyCertificate, reader: Reader, more: Html | null = null): Html {
  const { messages, language } = reader;
  const { id, templateName, issuerName, recipientName, verificationHash, awardedOn, dates } = certificate;
  const { kind, label } = stateOf(certificate, reader);
  const page = `/verify/${verificationHash}?lang=${language}`;
  return html`<li class="card${kind === 'bad' && ' bad-one'}" id="certificate-${id}"><div class="thumbnail">${picture(certificate)}</div>
<div class="what"><h2 id="name-${id}"><a href="${page}"><bdi>${templateName ?? messages.certificate}</bdi></a></h2>
${issuerName && html`<p><bdi>${issuerName}</bdi></p>`}
<p><span class="badge ${kind}">${label}</span></p>
<dl><div><dt>${messages.recipient}</dt><dd><bdi>${recipientName}</bdi></dd></div>
<div><dt>${messages.awardedOn}</dt><dd>${date(awardedOn, reader)}</dd></div>
${dates.validUntil && html`<div><dt>${messages.validUntil}</dt><dd>${date(dates.validUntil, reader)}</dd></div>`}</dl></div>
${kind === 'good' && actions(certificate, reader)}${more && html`<div class="more">${more}</div>`}</li>`;
}

interface CardState {
  kind: 'good' | 'bad' | 'unknown';
  label: string;
}

function stateOf({ isGenuine, status, imageUrl }: MyCertificate, { messages }: Reader): CardState {
  if (!isGenuine) return { kind: 'bad', label: messages.altered.mark };
  if (status === 'REVOKED') return { kind: 'bad', label: messages.revoked.mark };
  if (status !== VALID) return { kind: 'bad', label: messages.expired.mark };
  return imageUrl === null
    ? { kind: 'unknown', label: messages.my.creating }
    : { kind: 'good', label: messages.my.valid };
}

/** Returns the picture. Its link is that of the name, so it has no alternative text. */
function picture({ imageUrl, isGenuine }: MyCertificate): Html | null {
  if (imageUrl === null || !isGenuine) return null;
  return html`<img src="${new URL(imageUrl).pathname}?width=${CARD_WIDTH}" alt="" loading="lazy">`;
}

/** Returns the ways to show a valid certificate to others, and its files. */
function actions(certificate: MyCertificate, { messages, address }: Reader): Html {
  const { id, templateName, issuerName, awardedOn, dates, verificationHash, pdfUrl, imageUrl } = certificate;
  const link = verificationUrl(address, verificationHash);
  const linkedIn = formUrl(
    { result: { certificate: { id, awardedOn } }, issuer: { name: issuerName }, dates },
    templateName ?? messages.certificate,
    link,
  );
  const about = html` aria-describedby="name-${id}"`;
  // The public page of a hidden certificate shows nothing of it. Its private links are in another part.
  const { isHidden } = certificate;
  return html`<div class="ways">${!isHidden && html`<a class="button" href="${linkedIn}" rel="noopener" target="_blank"${about}>${icon('linkedIn')}${messages.linkedIn.add}</a>`}
${[
  { url: pdfUrl, format: 'PDF' },
  { url: imageUrl, format: 'PNG' },
].map(
  ({ url, format }) =>
    html`<a class="button" href="${url}" download${about}>${icon('download')}${messages.download({ format })}</a>`,
)}
${!isHidden && html`<button class="button" type="button" hidden data-copy-link="${link}" data-copied="${messages.copied}"${about}>${icon('link')}<span>${messages.copyLink}</span></button><span class="unseen" role="status"></span>`}</div>`;
}
