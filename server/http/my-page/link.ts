import type { OpenedLink } from '../../../domain/my/find-link.ts';
import { type Html, html } from '../html.ts';
import type { Reader } from '../verify-page/layout.ts';
import { placePage, shownMailbox } from './layout.ts';
import { linkForm } from './start.ts';

/** Returns the answer to each request for a link, whether a mail is sent or not. */
export function sentPage(reader: Reader): Html {
  const { sent, title } = reader.messages.my;
  return placePage(
    reader,
    sent.title,
    html`<h1>${sent.title}</h1><p>${sent.text}</p><p class="note">${sent.missing}</p>
<p><a href="/my?lang=${reader.language}">${title}</a></p>`,
  );
}

/** Returns the page of a link: a button that uses it. Programs that follow links in mails use nothing up. */
export function linkPage(reader: Reader, link: OpenedLink, token: string): Html {
  const { my } = reader.messages;
  if (link.purpose === 'ENTER') {
    const text = my.enter.text({ address: shownMailbox(link.mailbox) });
    return placePage(
      reader,
      my.title,
      html`<h1>${my.title}</h1><p>${text}</p>${buttonForm(reader, token, my.enter.button)}`,
    );
  }
  const names = { first: shownMailbox(link.first), second: shownMailbox(link.mailbox) };
  const { title, text } = link.isHere ? my.add : my.elsewhere;
  return placePage(
    reader,
    title,
    html`<h1>${title}</h1><p>${text(names)}</p>${link.isHere && buttonForm(reader, token, my.add.button)}`,
  );
}

const buttonForm = ({ language }: Reader, token: string, label: string): Html =>
  html`<form class="single" action="/my/enter?lang=${language}" method="post"><input type="hidden" name="token" value="${token}">
<button class="button primary">${label}</button></form>`;

/** Returns the page of a link that does not work, with the form for another one. A second click on its button leads here, too. */
export function usedPage(reader: Reader): Html {
  const { used, title } = reader.messages.my;
  return placePage(
    reader,
    used.title,
    html`<h1>${used.title}</h1><p>${used.text}</p>${linkForm(reader)}
<p><a href="/my?lang=${reader.language}">${title}</a></p>`,
  );
}
