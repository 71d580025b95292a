import { Router } from 'express';
import type { Services } from '../../domain/context.ts';
import {
  acceptConfirmation,
  findQuestion,
  type MailboxQuestion,
} from '../../domain/organisations/accept-confirmation.ts';
import type { Admit } from './admission.ts';
import { readFields } from './bodies/read-fields.ts';
import { type Html, html } from './html.ts';
import { HEAD, MAX_FORM, makeLinkPages } from './link-page.ts';
import { isSameOrigin } from './same-origin.ts';
import { layout, type Reader } from './verify-page/layout.ts';

/** Code of a link (domain/mailboxes/link-confirmation.ts). */
const CODE = /^[\w-]{67}$/;

/**
 * Serves the page on which the owner of a mailbox confirms its use by an organisation. Opening it changes nothing, because programs follow
 * links in mails; its button does. It needs no account.
 */
export function confirmAddress(services: Services, admit: Admit): Router {
  const router = Router();
  const linkPage = makeLinkPages(services, admit);
  router.get(
    '/',
    linkPage((at, reader, { query }) => answer(at, reader, query.code, findQuestion)),
  );
  router.post(
    '/',
    linkPage(async (at, reader, request) => {
      const code = (await readFields(request, MAX_FORM)).get('code');
      return isSameOrigin(request, at.installation.address) ? answer(at, reader, code, acceptConfirmation) : null;
    }),
  );
  return router;
}

type Act = (at: Services, code: string) => Promise<MailboxQuestion | null>;

async function answer(at: Services, reader: Reader, code: unknown, act: Act): Promise<Html | null> {
  if (typeof code !== 'string' || !CODE.test(code)) return null;
  const question = await act(at, code);
  return question && pageOf(reader, question, code);
}

function pageOf(given: Reader, question: MailboxQuestion, code: string): Html {
  // The links to other languages keep the code.
  const reader = { ...given, path: `/confirm-address?code=${code}` };
  const { title, sender, copies, button, done, doneText } = reader.messages.confirmMailbox;
  const names = {
    organisation: question.organizationName ?? 'Laurel',
    // Isolated from the direction of the text.
    address: `\u2068${question.address}\u2069`,
  };
  if (question.isConfirmed) return layout(reader, done, HEAD, html`<h1>${done}</h1><p>${doneText(names)}</p>`);
  const text = question.purpose === 'SENDER' ? sender(names) : copies(names);
  const form = html`<form action="/confirm-address?lang=${reader.language}" method="post"><input type="hidden" name="code" value="${code}">
<button class="button primary">${button}</button></form>`;
  return layout(reader, title, HEAD, html`<h1>${title}</h1><p>${text}</p>${form}`);
}
