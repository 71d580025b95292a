import { type Request, type RequestHandler, Router } from 'express';
import type { Services } from '../../domain/context.ts';
import { findSubscription, type Subscription, setSubscription } from '../../domain/expiry/set-subscription.ts';
import type { Admit } from './admission.ts';
import { makeServicesAt } from './asked-address.ts';
import { releaseBody } from './bodies/read-body.ts';
import { readFields } from './bodies/read-fields.ts';
import { type Html, html } from './html.ts';
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

/**
 * Serves the page that stops the reminders to a recipient, or the digest of a member. Opening it changes nothing, because programs follow
 * links in mails. Its button and mail programs post to it (RFC 8058), without an account: only the code in the address counts.
 */
export function unsubscribe(services: Services, admit: Admit): Router {
  const router = Router();
  const servicesAt = makeServicesAt(services);
  const handle =
    (act: (at: Services, code: string, request: Request) => Promise<Subscription | null>): RequestHandler =>
    async (request, response) => {
      const at = servicesAt(request);
      response.set(HEADERS);
      const reader = await readerOf(request, at);
      try {
        await admit(request, { scope: null, limit: 'default' });
        const { code } = request.query;
        const subscription = typeof code === 'string' ? await act(at, code, request) : null;
        const page = subscription ? pageOf(reader, subscription, String(code)) : endedPage(reader);
        response
          .status(subscription ? 200 : 410)
          .type('html')
          .send(page.text);
      } finally {
        releaseBody(request);
      }
    };
  router.get('/', handle(findSubscription));
  router.post(
    '/',
    handle(async (at, code, request) => setSubscription(at, code, await asksAgain(request))),
  );
  return router;
}

/** Returns true for the button that asks for the mails again. Mail programs may send a form of any type, which stops them. */
async function asksAgain(request: Request): Promise<boolean> {
  if (!request.is('application/x-www-form-urlencoded')) return false;
  return (await readFields(request, MAX_FORM)).get('again') === '1';
}

const endedPage = (reader: Reader): Html => {
  const { ended, endedText } = reader.messages.confirmMailbox;
  return messagePage(reader, ended, endedText);
};

function pageOf(given: Reader, { kind, organizationName, isOn }: Subscription, code: string): Html {
  // The links to other languages keep the code.
  const reader = { ...given, path: `/unsubscribe?code=${code}` };
  const { title, reminders, digest, button, done, doneText, again } = reader.messages.unsubscribe;
  const names = { organisation: organizationName ?? 'Laurel' };
  const action = `/unsubscribe?code=${code}&lang=${reader.language}`;
  if (isOn)
    return layout(
      reader,
      title,
      HEAD,
      html`<h1>${title}</h1><p>${kind === 'DIGEST' ? digest(names) : reminders(names)}</p>
<form action="${action}" method="post"><button class="button primary">${button}</button></form>`,
    );
  return layout(
    reader,
    done,
    HEAD,
    html`<h1>${done}</h1><p>${doneText}</p>
<form action="${action}" method="post"><input type="hidden" name="again" value="1"><button class="button">${again}</button></form>`,
  );
}

const HEAD = html`<meta name="robots" content="noindex">`;
