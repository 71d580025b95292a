import type { Request, RequestHandler, Response } from 'express';
import type { Services } from '../../../domain/context.ts';
import { readMySession } from '../../../domain/my/read-session.ts';
import type { MySession } from '../../../domain/my/types.ts';
import type { Admit } from '../admission.ts';
import { makeServicesAt } from '../asked-address.ts';
import { releaseBody } from '../bodies/read-body.ts';
import { readFields } from '../bodies/read-fields.ts';
import { isSameOrigin } from '../same-origin.ts';
import { type Answer, explained } from '../verify-page/answer.ts';
import { messagePage, type Reader } from '../verify-page/layout.ts';
import { readerOf } from '../verify-page/reader.ts';
import { sessionTokenOf } from './cookie.ts';
import { startPage } from './start.ts';

/** Maximum bytes of a form. */
const MAX_FORM = 64 * 1024;

/** A request to the recipients' place. */
export interface Call {
  request: Request;
  response: Response;
  /** Services for the address at which the request arrived. */
  services: Services;
  /** Language of the reader. Its path is that of the place. */
  reader: Reader;
  session: MySession | null;
  /** Fields of a form; empty for GET. */
  fields: URLSearchParams;
}
export type CallInSession = Call & { session: MySession };

interface Handlers {
  /** Handles GET. */
  page(run: (call: Call) => Promise<Answer>): RequestHandler;
  /** Handles a form of one of the place's pages. A request for a page of another origin is refused. */
  form(run: (call: Call) => Promise<Answer>): RequestHandler;
  /** Handles such a form in a session. Without one, the answer is the form for a link. */
  formInSession(run: (call: CallInSession) => Promise<Answer>): RequestHandler;
}

type Accept = (request: Request, reader: Reader) => Promise<URLSearchParams | null>;

/** Creates the handlers of the recipients' place. They yield its session; sessions of members and API keys grant nothing here. */
export function makeHandlers(services: Services, admit: Admit): Handlers {
  const servicesAt = makeServicesAt(services);
  const handle =
    (run: (call: Call) => Promise<Answer>, accept: Accept = noForm): RequestHandler =>
    async (request, response) => {
      const at = servicesAt(request);
      const reader = { ...(await readerOf(request, at)), path: '/my' };
      const { status, page, location } = await explained(request, reader, async () => {
        await admit(request, { scope: null, limit: 'default' });
        const fields = await accept(request, reader);
        if (!fields) return { status: 403, page: foreignPage(reader) };
        // After the form, whose body can be slow: its sender can lose the session or a mailbox before it ends.
        const token = sessionTokenOf(request, at.installation.address);
        const session = token === null ? null : await readMySession(at, token);
        return run({ request, response, services: at, reader, session, fields });
      }).finally(() => releaseBody(request));
      if (location !== undefined) return void response.redirect(status, location);
      response.status(status).type('html').send(page.text);
    };
  const form = (run: (call: Call) => Promise<Answer>): RequestHandler => handle(run, readForm);
  const formInSession = (run: (call: CallInSession) => Promise<Answer>): RequestHandler =>
    form(async (call) => {
      const { session, reader } = call;
      if (!session) return { status: 401, page: startPage(reader, reader.messages.my.ended) };
      return run({ ...call, session });
    });
  return { page: handle, form, formInSession };
}

const noForm: Accept = async () => new URLSearchParams();

/** Returns the fields of a form; null if its page is of another origin. */
const readForm: Accept = async (request, { address }) =>
  isSameOrigin(request, address) ? readFields(request, MAX_FORM) : null;

/** Returns the redirect to the place after a form, so that a reload does not repeat it. */
export const toPlace = ({ reader }: Call): Answer => ({
  status: 303,
  page: messagePage(reader, '', ''),
  location: `/my?lang=${reader.language}`,
});

const foreignPage = (reader: Reader) =>
  messagePage(reader, reader.messages.my.foreign.title, reader.messages.my.foreign.text);
