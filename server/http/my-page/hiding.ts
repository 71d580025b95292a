import type { Services } from '../../../domain/context.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { addShareLink } from '../../../domain/hiding/add-link.ts';
import { type CertificateHiding, readHiding, type ShareLink } from '../../../domain/hiding/read-hiding.ts';
import { revokeShareLink } from '../../../domain/hiding/revoke-link.ts';
import { setHidden } from '../../../domain/hiding/set-hidden.ts';
import type { MyCertificate } from '../../../domain/my/show-certificates.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { type Html, html } from '../html.ts';
import type { Answer } from '../verify-page/answer.ts';
import type { Messages } from '../verify-page/compiled-messages/load.ts';
import { dateText, messagePage, type Reader, unknownPage } from '../verify-page/layout.ts';
import { type Call, type CallInSession, toPlace } from './call.ts';

/** Returns the parts of cards that hide certificates, by the ids of those that are hidden or can be, or have private links. */
export async function hidingParts(
  services: Services,
  certificates: readonly MyCertificate[],
  reader: Reader,
): Promise<Map<string, Html>> {
  const hiding = await readHiding(services, certificates);
  return new Map([...hiding].map(([id, one]) => [id, hidingPart(id, one, reader)]));
}

/** Hides a certificate, or shows it again. */
export async function changeHidden(call: CallInSession): Promise<Answer> {
  const { services, session, fields } = call;
  const hidden = fields.get('hidden');
  return onCertificate(call, fields.get('certificateId'), (certificateId) =>
    hidden === 'true' || hidden === 'false'
      ? setHidden({ ...services, mailboxes: session.mailboxes }, { certificateId, hidden: hidden === 'true' })
      : Promise.reject(notFound()),
  );
}

/** Creates a private link to a certificate. */
export async function createShareLink(call: CallInSession): Promise<Answer> {
  const { services, session, fields } = call;
  return onCertificate(call, fields.get('certificateId'), (certificateId) =>
    addShareLink({ ...services, mailboxes: session.mailboxes }, { certificateId }),
  );
}

/** Revokes a private link. */
export async function endShareLink(call: CallInSession): Promise<Answer> {
  const { data: linkId } = Uuid.safeParse(call.fields.get('linkId'));
  if (linkId !== undefined)
    await revokeShareLink({ ...call.services, mailboxes: call.session.mailboxes }, { linkId: linkId.toLowerCase() });
  return toPlace(call);
}

/** Changes a certificate and returns to the place. Answers with a page that explains a refusal. */
async function onCertificate(call: Call, given: string | null, change: (id: string) => Promise<void>): Promise<Answer> {
  const { reader } = call;
  const { hiding } = reader.messages.my;
  const { data: id } = Uuid.safeParse(given);
  try {
    if (id === undefined) throw notFound();
    await change(id.toLowerCase());
    return { ...toPlace(call), location: `/my?lang=${reader.language}#certificate-${id.toLowerCase()}` };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { status: 404, page: unknownPage(reader) };
    const text = explain(error, hiding);
    if (text === null) throw error;
    if (error.retryAfter !== undefined) call.response.set('Retry-After', String(error.retryAfter));
    return { status: error.status, page: messagePage(reader, hiding.refusedTitle, text, backToPlace(reader)) };
  }
}

/** Returns the sentence about a refusal; null for one that the page of all errors explains. */
function explain({ extras }: DomainError, texts: Messages['my']['hiding']): string | null {
  switch (extras.reason) {
    case 'too_many_links':
      return texts.many;
    case 'hiding_limit':
      return texts.limit;
    case 'hiding_not_allowed':
      return texts.refused;
    default:
      return null;
  }
}

const backToPlace = ({ language, messages }: Call['reader']) =>
  html`<p><a href="/my?lang=${language}">${messages.my.title}</a></p>`;

/** Returns the part of a certificate's card that hides its public page, with the links that show it. It works without scripts. */
function hidingPart(certificateId: string, { isHidden, mayHide, links }: CertificateHiding, reader: Reader): Html {
  const { hiding } = reader.messages.my;
  const change = (hidden: boolean, label: string) =>
    form(
      '/my/hidden',
      reader,
      { certificateId, hidden: String(hidden) },
      html`<button class="button">${label}</button>`,
    );
  const content = html`<p>${isHidden ? hiding.hid : hiding.shown}</p>
${isHidden ? change(false, hiding.show) : mayHide && change(true, hiding.hide)}
${
  (isHidden || links.length > 0) &&
  html`<h3>${hiding.links}</h3><p class="note">${hiding.about}</p>${links.length > 0 && html`<ul>${links.map((link) => shareLink(link, reader))}</ul>`}
${isHidden && form('/my/share-links', reader, { certificateId }, html`<button class="button">${hiding.add}</button>`)}`
}`;
  // A state that differs from the usual one is always visible.
  if (isHidden) return html`<section class="hiding"><h3>${hiding.title}</h3>${content}</section>`;
  return html`<details class="hiding"><summary class="button">${hiding.title}</summary>${content}</details>`;
}

/** Characters of a link's end that distinguish it from others of the same day. */
const SHOWN_END = 6;

function shareLink({ id, url, createdAt }: ShareLink, reader: Reader): Html {
  const { messages } = reader;
  const { hiding } = messages.my;
  const made = hiding.made({ date: dateText(createdAt, reader, 'UTC') });
  const end = `…${url.slice(-SHOWN_END)}`;
  return html`<li><span id="link-${id}"><a href="${url}">${made}</a> <code dir="ltr">${end}</code></span>
<button class="button" type="button" hidden data-copy-link="${url}" data-copied="${messages.copied}" aria-describedby="link-${id}"><span>${hiding.copy}</span></button><span class="unseen" role="status"></span>
${form('/my/share-links/revoke', reader, { linkId: id }, html`<button class="button" aria-label="${hiding.revoke}: ${made} ${end}">${hiding.revoke}</button>`)}</li>`;
}

function form(path: string, { language }: Reader, values: Record<string, string>, button: Html): Html {
  const inputs = Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="single" action="${path}?lang=${language}" method="post">${inputs}${button}</form>`;
}
