import type { CertificateHiding, ShareLink } from '../../../domain/hiding/read-hiding.ts';
import { type Html, html } from '../html.ts';
import { dateText, type Reader } from '../verify-page/layout.ts';

/** Returns the part of a certificate's card that hides its public page, with the links that show it. It works without scripts. */
export function hidingPart(
  certificateId: string,
  { isHidden, mayHide, links }: CertificateHiding,
  reader: Reader,
): Html {
  const { hiding } = reader.messages.my;
  const change = (hidden: boolean, label: string) =>
    form(
      '/my/hidden',
      reader,
      { certificateId, hidden: String(hidden) },
      html`<button class="button">${label}</button>`,
    );
  return html`<details class="hiding"${isHidden && html` open`}><summary class="button">${hiding.title}</summary>
<p>${isHidden ? hiding.hid : hiding.shown}</p>
${isHidden ? change(false, hiding.show) : mayHide && change(true, hiding.hide)}
${
  isHidden &&
  html`<h3>${hiding.links}</h3><p class="note">${hiding.about}</p>${links.length > 0 && html`<ul>${links.map((link) => shareLink(link, reader))}</ul>`}
${form('/my/share-links', reader, { certificateId }, html`<button class="button">${hiding.add}</button>`)}`
}</details>`;
}

function shareLink({ id, url, createdAt }: ShareLink, reader: Reader): Html {
  const { messages } = reader;
  const { hiding } = messages.my;
  const made = hiding.made({ date: dateText(createdAt, reader, 'UTC') });
  return html`<li><a href="${url}">${made}</a>
<button class="button" type="button" hidden data-copy-link="${url}" data-copied="${messages.copied}"><span>${hiding.copy}</span></button><span class="unseen" role="status"></span>
${form('/my/share-links/revoke', reader, { linkId: id }, html`<button class="button" aria-label="${hiding.revoke}: ${made}">${hiding.revoke}</button>`)}</li>`;
}

function form(path: string, { language }: Reader, values: Record<string, string>, button: Html): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form action="${path}?lang=${language}" method="post">${inputs}${button}</form>`;
}
