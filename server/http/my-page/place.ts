import type { MyCertificate } from '../../../domain/my/show-certificates.ts';
import type { MySession } from '../../../domain/my/types.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../verify-page/layout.ts';
import { card } from './card.ts';
import { placePage, plainMailbox } from './layout.ts';
import { addressInput } from './start.ts';

interface Place {
  session: MySession;
  certificates: readonly MyCertificate[];
  nextCursor: string | null;
  /** Actions of the recipient, by the ids of certificates. */
  more: ReadonlyMap<string, Html>;
  /** True on the first page of the list. */
  isFirst: boolean;
}

/** Returns the place of a session: its certificates, its addresses, and the way out. */
export function listPage(reader: Reader, { session, certificates, nextCursor, more, isFirst }: Place): Html {
  const { messages, language } = reader;
  const { my } = messages;
  const list = html`<ul class="cards">${certificates.map((certificate) => card(certificate, reader, more.get(certificate.id)))}</ul>`;
  const older = nextCursor && html`<a href="/my?before=${nextCursor}&lang=${language}">${my.older}</a>`;
  const newest = !isFirst && html`<a href="/my?lang=${language}">${my.newest}</a>`;
  return placePage(
    reader,
    my.title,
    html`<h1>${my.title}</h1>
${certificates.length > 0 ? list : isFirst && !nextCursor && html`<p>${my.none}</p>`}
${(newest || older) && html`<nav class="pages" aria-label="${my.title}">${newest || null}${older || null}</nav>`}
${addresses(reader, session)}
<section class="part"><h2>${my.leave.title}</h2><p>${my.leave.text}</p>
<form class="single" action="/my/leave?lang=${language}" method="post"><button class="button">${my.leave.button}</button></form></section>`,
  );
}

/** Returns the addresses of the place with a way to separate them, and the form to add one. */
function addresses({ messages: { my }, language }: Reader, { mailboxes }: MySession): Html {
  const separate = (mailbox: string) =>
    html`<form action="/my/addresses/separate?lang=${language}" method="post"><input type="hidden" name="email" value="${mailbox}">
<button class="button" aria-label="${my.addresses.separate}: ${plainMailbox(mailbox)}">${my.addresses.separate}</button></form>`;
  return html`<section class="part"><h2>${my.addresses.title}</h2>
<ul class="addresses">${mailboxes.map(
    (mailbox) => html`<li><bdi>${plainMailbox(mailbox)}</bdi>${mailboxes.length > 1 ? separate(mailbox) : null}</li>`,
  )}</ul>
<form class="search" action="/my/addresses?lang=${language}" method="post"><p>${my.addresses.text}</p><label for="email">${my.email}</label>
<div>${addressInput('email')}<button class="button">${my.addresses.send}</button></div></form></section>`;
}
