import { type Request, Router } from 'express';
import type { Services } from '../../domain/context.ts';
import { findSubscription, type Subscription, setSubscription } from '../../domain/expiry/set-subscription.ts';
import type { Admit } from './admission.ts';
import { readFields } from './bodies/read-fields.ts';
import { type Html, html } from './html.ts';
import { HEAD, MAX_FORM, makeLinkPages } from './link-page.ts';
import { layout, type Reader } from './verify-page/layout.ts';

/**
 * Serves the page that stops the reminders to a recipient, or the digest of a member. Opening it changes nothing, because programs follow
 * links in mails. Its button and mail programs post to it (RFC 8058), without an account: only the code in the address counts.
 */
export function unsubscribe(services: Services, admit: Admit): Router {
  const router = Router();
  const linkPage = makeLinkPages(services, admit);
  router.get(
    '/',
    linkPage((at, reader, { query }) => answer(reader, query.code, (code) => findSubscription(at, code))),
  );
  router.post(
    '/',
    linkPage(async (at, reader, request) => {
      const isOn = await asksAgain(request);
      return answer(reader, request.query.code, (code) => setSubscription(at, code, isOn));
    }),
  );
  return router;
}

async function answer(
  reader: Reader,
  code: unknown,
  act: (code: string) => Promise<Subscription | null>,
): Promise<Html | null> {
  const subscription = typeof code === 'string' ? await act(code) : null;
  return subscription && pageOf(reader, subscription, String(code));
}

/** Returns true for the button that asks for the mails again. Mail programs may send a form of any type, which stops them. */
async function asksAgain(request: Request): Promise<boolean> {
  if (!request.is('application/x-www-form-urlencoded')) return false;
  return (await readFields(request, MAX_FORM)).get('again') === '1';
}

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
