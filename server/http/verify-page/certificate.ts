import type { Issuer, Verification } from '../../../domain/verification/verify.ts';
import { PAGE_WIDTH } from '../files.ts';
import { type Html, html } from '../html.ts';
import { CARD_SIZE, cardUrl } from './card.ts';
import type { Messages } from './compiled-messages/load.ts';
import { formerNotice } from './former.ts';
import { date, layout, type Reader } from './layout.ts';
import { linkedIn } from './linked-in.ts';
import { renewedNotice } from './renewed.ts';
import { stateOf } from './state.ts';

/** Returns the page of a certificate: its validity, its content and its files. */
export function certificatePage(verification: Verification, reader: Reader): Html {
  const { messages } = reader;
  const { certificate } = verification.result;
  const state = stateOf(verification, messages);
  const title = `${certificate.templateName} – ${certificate.recipientName}`;
  const { issuer, renamed } = verification;
  return layout(
    reader,
    title,
    html`<meta property="og:type" content="website"><meta property="og:title" content="${title}">
<meta property="og:description" content="${state.title}${issuer.name ? ` ${messages.issuedBy}: ${issuer.name}` : ''}">
<meta property="og:image" content="${cardUrl(verification, reader)}"><meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${CARD_SIZE.width}"><meta property="og:image:height" content="${CARD_SIZE.height}">
<meta property="og:image:alt" content="${state.title}"><meta name="twitter:card" content="summary_large_image">`,
    html`${brand(issuer)}${formerNotice(verification, reader)}${renewedNotice(verification, reader)}<section class="state ${state.kind}" role="status"><span class="sign" aria-hidden="true">${state.sign}</span>
<div><h1>${state.title}</h1><p>${state.text}</p></div></section>
<dl>
<div><dt>${messages.recipient}</dt><dd class="name"><bdi>${certificate.recipientName}</bdi></dd></div>
<div><dt>${messages.certificate}</dt><dd><bdi>${certificate.templateName}</bdi>${nowNamed(renamed.template, messages)}</dd></div>
${certificate.number && html`<div><dt>${messages.number}</dt><dd><bdi>${certificate.number}</bdi></dd></div>`}
${issuer.name && html`<div><dt>${messages.issuedBy}</dt><dd><bdi>${issuerName(issuer)}</bdi>${nowNamed(renamed.issuer, messages)}</dd></div>`}
${days(verification, reader)}
${certificate.revokedReason && html`<div><dt>${messages.reason}</dt><dd><bdi>${certificate.revokedReason}</bdi></dd></div>`}
</dl>
${files(verification, reader)}
<p class="hash">${messages.hash} <code dir="ltr">${certificate.verificationHash}</code></p>
<script src="/verify/check.js" defer></script>`,
  );
}

/** Returns the certificate's dates in its own time zone. The award is there only if it was on another day than the issue. */
function days({ dates, result: { certificate } }: Verification, reader: Reader): Html {
  const { messages } = reader;
  const { timeZone, issuedOn, validUntil } = dates;
  const { awardedOn, generatedAt, revokedAt } = certificate;
  const fact = (label: string, shown: Html) => html`<div><dt>${label}</dt><dd>${shown}</dd></div>`;
  return html`${awardedOn !== issuedOn && fact(messages.awardedOn, date(awardedOn, reader))}
${fact(messages.issuedOn, date(generatedAt, reader, timeZone))}
${validUntil && fact(messages.validUntil, date(validUntil, reader))}
${revokedAt && fact(messages.revokedOn, date(revokedAt, reader, timeZone))}`;
}

/** Returns the issuer's logo on white, and a line in the issuer's colour. */
function brand({ name, logoUrl, brandColor }: Issuer): Html {
  const color = brandColor && html`<style>body{border-top:6px solid ${brandColor}}</style>`;
  return html`${color}${logoUrl && html`<p><img class="logo" src="${logoUrl}" alt="${name ?? ''}"></p>`}`;
}

/** Returns the name next to the website's host. Names can be similar, but a host belongs to one organisation. */
const issuerName = ({ name, websiteUrl }: Issuer): Html =>
  websiteUrl
    ? html`<a href="${websiteUrl}" rel="noopener">${name}</a> <small dir="ltr">${new URL(websiteUrl).host}</small>`
    : html`${name}`;

/** Returns the later name, marked as such, because the page shows the certificate as issued. */
const nowNamed = (name: string | null, messages: Messages): Html =>
  html`${name && html` <small><bdi>${messages.nowNamed({ name })}</bdi></small>`}`;

function files(verification: Verification, reader: Reader): Html {
  const { imageUrl, pdfUrl, credentialUrl, fileDigests, result } = verification;
  const { messages } = reader;
  if (!imageUrl || !pdfUrl) return html`<p class="note">${messages.pending}</p>`;
  const { recipientName } = result.certificate;
  return html`<a href="${pdfUrl}"><img class="certificate" src="${new URL(imageUrl).pathname}?width=${PAGE_WIDTH}" alt="${messages.imageOf({ name: recipientName })}"></a>
<p class="actions"><a class="button" href="${pdfUrl}" download>${messages.download}</a>
${credentialUrl && html`<a class="button plain" href="${credentialUrl}">${messages.credential}</a>`}
<button class="button plain" type="button" hidden data-share data-copied="${messages.copied}">${messages.share}</button></p>
${result.valid && linkedIn(verification, reader)}
<aside hidden data-digests="${fileDigests.join(' ')}" data-same="${messages.same}" data-other="${messages.other.title}" data-other-text="${messages.other.text}"><label for="file">${messages.check}</label>
<input id="file" type="file" accept="application/pdf,image/png"><output for="file"></output></aside>`;
}
