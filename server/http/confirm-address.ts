import { type RequestHandler, Router } from 'express';
import type { Services } from '../../domain/context.ts';
import {
  acceptConfirmation,
  findQuestion,
  type MailboxQuestion,
} from '../../domain/organisations/accept-confirmation.ts';
import type { Admit } from './admission.ts';
import { makeServicesAt } from './asked-address.ts';
import { releaseBody } from './bodies/read-body.ts';
import { readFields } from './bodies/read-fields.ts';
import { type Html, html } from './html.ts';
import { isSameOrigin } from './my-page/same-origin.ts';
import { contentPolicy } from './policy.ts';
import { layout, messagePage, type Reader } from './verify-page/layout.ts';
import { readerOf } from './verify-page/reader.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy({
    'style-src': "'unsafe-inline'",
    'font-src': "'self'",
    'img-src': "'self'",
    'form-action': "'self'",
  }),
};
/** Maximum bytes of the form. */
const MAX_FORM = 4096;
/** Code of a link (domain/mailboxes/link-confirmation.ts). */
const CODE = /^[\w-]{67}$/;

/**
 * Serves the page on which the owner of a mailbox confirms its use by an organisation. Opening it changes nothing, because programs follow
 * links in mails; its button does. It needs no account.
 */
export function confirmAddress(services: Services, admit: Admit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  const handle =
    (act: (at: Services, code: string) => Promise<MailboxQuestion | null>, isForm: boolean): RequestHandler =>
    async (request, response) => {
      const at = servicesAt(request);
      response.set(HEADERS);
      const reader = await readerOf(request, at);
      try {
        await admit(request, { scope: null, limit: 'default' });
        const isForeign = isForm && !isSameOrigin(request, at.installation.address);
        const given = isForm ? (await readFields(request, MAX_FORM)).get('code') : request.query.code;
        const code = typeof given === 'string' && CODE.test(given) && !isForeign ? given : null;
        const question = code && (await act(at, code));
        const page = question && code ? pageOf(reader, question, code) : endedPage(reader);
        response
          .status(question ? 200 : 410)
          .type('html')
          .send(page.text);
      } finally {
        releaseBody(request);
      }
    };
  router.get('/', handle(findQuestion, false));
  router.post('/', handle(acceptConfirmation, true));
  return router;
}

const endedPage = (reader: Reader): Html => {
  const { ended, endedText } = reader.messages.confirmMailbox;
  return messagePage(reader, ended, endedText);
};

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

const HEAD = html`<meta name="robots" content="noindex">`;
