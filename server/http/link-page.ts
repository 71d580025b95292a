import type { Request, RequestHandler } from 'express';
import type { Services } from '../../domain/context.ts';
import type { Admit } from './admission.ts';
import { makeServicesAt } from './asked-address.ts';
import { releaseBody } from './bodies/read-body.ts';
import { type Html, html } from './html.ts';
import { contentPolicy } from './policy.ts';
import { explained } from './verify-page/answer.ts';
import { messagePage, type Reader } from './verify-page/layout.ts';
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

/** Maximum bytes of the page's form. */
export const MAX_FORM = 4096;

/** Part of the page's head. */
export const HEAD = html`<meta name="robots" content="noindex">`;

/** Returns the page for a request; null for a link that is not valid or has ended. */
type Show = (at: Services, reader: Reader, request: Request) => Promise<Html | null>;

/**
 * Returns handlers of a page that a link in a mail opens, with a code and without an account. A link that has ended answers 410. The
 * handler of a GET changes nothing, because programs follow links in mails.
 */
export function makeLinkPages(services: Services, admit: Admit): (show: Show) => RequestHandler {
  const servicesAt = makeServicesAt(services);
  return (show) => async (request, response) => {
    const at = servicesAt(request);
    response.set(HEADERS);
    const reader = await readerOf(request, at);
    const { status, page } = await explained(request, reader, async () => {
      await admit(request, { scope: null, limit: 'default' });
      const shown = await show(at, reader, request);
      return shown ? { status: 200, page: shown } : { status: 410, page: endedPage(reader) };
    }).finally(() => releaseBody(request));
    response.status(status).type('html').send(page.text);
  };
}

const endedPage = (reader: Reader): Html => {
  const { ended, endedText } = reader.messages.confirmMailbox;
  return messagePage(reader, ended, endedText);
};
