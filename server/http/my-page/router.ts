import compression from 'compression';
import { Router } from 'express';
import type { Services } from '../../../domain/context.ts';
import { acceptLink } from '../../../domain/my/accept-link.ts';
import { deleteMySessions } from '../../../domain/my/delete-sessions.ts';
import { findLink } from '../../../domain/my/find-link.ts';
import { listMyCertificates } from '../../../domain/my/list-certificates.ts';
import { removeAddress } from '../../../domain/my/remove-address.ts';
import { requestLink } from '../../../domain/my/request-link.ts';
import { MAX_MAILBOXES } from '../../../domain/my/rules.ts';
import { mailboxOf } from '../../../domain/shared/email-address.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { callerAt, clientAddress } from '../address-keys.ts';
import type { Admit } from '../admission.ts';
import { html } from '../html.ts';
import { contentPolicy } from '../policy.ts';
import type { Answer } from '../verify-page/answer.ts';
import { messagePage } from '../verify-page/layout.ts';
import { type Call, makeHandlers, toPlace } from './call.ts';
import { sessionCookie } from './cookie.ts';
import { askCorrection, correctionParts } from './corrections.ts';
import { changeHidden, createShareLink, endShareLink, hidingParts } from './hiding.ts';
import { linkPage, sentPage, usedPage } from './link.ts';
import { listPage } from './place.ts';
import { startPage } from './start.ts';

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  // Hides tokens from other sites. With `no-referrer`, browsers would also hide the origin of the place's own forms.
  'Referrer-Policy': 'same-origin',
  'Content-Security-Policy': contentPolicy({
    'style-src': "'unsafe-inline'",
    'script-src': "'self'",
    'img-src': "'self'",
    'font-src': "'self'",
    'form-action': "'self'",
  }),
};

/** Serves the recipients' place: the certificates of a mailbox, opened by a link in a mail. It works without scripts. */
export function myPage(services: Services, admit: Admit): Router {
  const router = Router();
  const { page, form, formInSession } = makeHandlers(services, admit);
  router.use((_request, response, next) => {
    response.set(HEADERS);
    next();
  });
  router.use(compression());
  router.get('/', page(showPlace));
  router.get('/enter', page(showLink));
  router.post(
    '/link',
    form((call) => sendLink(call, null)),
  );
  router.post('/enter', form(useLink));
  router.post('/addresses', formInSession(addAddress));
  router.post('/addresses/separate', formInSession(separateAddress));
  router.post('/requests', formInSession(askCorrection));
  router.post('/hidden', formInSession(changeHidden));
  router.post('/share-links', formInSession(createShareLink));
  router.post('/share-links/revoke', formInSession(endShareLink));
  router.post('/leave', formInSession(leave));
  return router;
}

async function showPlace({ request, services, reader, session }: Call): Promise<Answer> {
  if (!session) return { status: 200, page: startPage(reader) };
  const { data: before } = Uuid.safeParse(request.query.before);
  const list = await listMyCertificates(services, session, { before });
  const [corrections, hiding] = await Promise.all([
    correctionParts(services, list.certificates, reader),
    hidingParts(services, list.certificates, reader),
  ]);
  const more = new Map(
    list.certificates.flatMap(({ id }) => {
      const parts = [corrections.get(id), hiding.get(id)].filter((part) => part !== undefined);
      return parts.length > 0 ? [[id, html`${parts}`] as const] : [];
    }),
  );
  return { status: 200, page: listPage(reader, { session, ...list, more, isFirst: before === undefined }) };
}

/** Token of a link: 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

async function showLink({ request, services, reader, session }: Call): Promise<Answer> {
  const { token } = request.query;
  const link = typeof token === 'string' && TOKEN.test(token) ? await findLink(services, { token, session }) : null;
  if (!link || typeof token !== 'string') return { status: 410, page: usedPage(reader) };
  const status = link.purpose === 'ADD' && !link.isHere ? 403 : 200;
  return { status, page: linkPage({ ...reader, path: `/my/enter?token=${token}` }, link, token) };
}

async function useLink(call: Call): Promise<Answer> {
  const { response, services, reader, session, fields } = call;
  const token = fields.get('token') ?? '';
  const accepted = TOKEN.test(token) ? await acceptLink(services, { token, session }) : null;
  if (accepted?.result === 'entered')
    response.append('Set-Cookie', sessionCookie(accepted.token, services.installation.address));
  if (accepted?.result === 'entered' || accepted?.result === 'added') return toPlace(call);
  const { full } = reader.messages.my;
  if (accepted?.result === 'full')
    return { status: 409, page: messagePage(reader, full.title, full.text({ count: String(MAX_MAILBOXES) })) };
  return { status: 410, page: usedPage(reader) };
}

async function sendLink({ request, services, reader, fields }: Call, session: Call['session']): Promise<Answer> {
  const { who, group } = callerAt(clientAddress(request));
  const client = { who, network: group?.who ?? null };
  await requestLink(services, { address: fields.get('email') ?? '', language: reader.language, client, session });
  return { status: 200, page: sentPage(reader) };
}

async function addAddress(call: Call & { session: NonNullable<Call['session']> }): Promise<Answer> {
  const { reader, session, fields } = call;
  const mailbox = mailboxOf((fields.get('email') ?? '').slice(0, 400));
  if (mailbox === null || !session.mailboxes.includes(mailbox)) return sendLink(call, session);
  const { add, addresses } = reader.messages.my;
  return { status: 200, page: messagePage(reader, add.title, addresses.known) };
}

async function separateAddress(call: Call & { session: NonNullable<Call['session']> }): Promise<Answer> {
  await removeAddress(call.services, call.session, call.fields.get('email') ?? '');
  return toPlace(call);
}

async function leave(call: Call & { session: NonNullable<Call['session']> }): Promise<Answer> {
  await deleteMySessions(call.services, call.session);
  call.response.append('Set-Cookie', sessionCookie(null, call.services.installation.address));
  return toPlace(call);
}
