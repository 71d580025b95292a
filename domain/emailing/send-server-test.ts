import type { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import { detail } from '../../errors/detail.ts';
import type { PersonContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { assertReachable } from '../mailboxes/assert-reachable.ts';
import { chooseServer } from '../mailboxes/choose-server.ts';
import type { SaveMailServer, SentServerTest } from '../mailboxes/schemas.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { newId } from '../shared/ids.ts';
import { senderOf } from './kinds/branding.ts';
import { accountEmail, wordsFor } from './kinds/kind.ts';

/** Sends the caller a test by a mail server, saved or not. VALIDATION_ERROR with the server's words if it does not accept the e-mail. */
export async function sendServerTest(
  context: PersonContext,
  input: SaveMailServer,
): Promise<z.infer<typeof SentServerTest>> {
  await assertReachable(context, input);
  const { organisationId: id, person } = context;
  const row = await context.em().findOneOrFail(Organisation, { id });
  assertAuthentic(context, 'organisations', row);
  const server = chooseServer(context, row, input);
  const { language, messages, value } = await wordsFor(context, person.id);
  const { subject, text, button } = messages.serverTest;
  const notice = await accountEmail(person.email, {
    ...{ language, subject, text: text({ host: value(server.host) }) },
    action: { label: button, url: `${context.installation.address}/o/${id}/settings?tab=e-mail` },
  });
  const outcome = await context.mailer.send({
    ...notice,
    ...{ ...(await senderOf(context, row)), server, copyTo: null },
    messageId: `<${newId(context.now())}@${new URL(context.installation.address).hostname}>`,
    to: { name: person.name, address: person.email },
  });
  if (outcome.state === 'sent') return { sentTo: person.email, answer: outcome.answer ?? '' };
  throw validationError(detail('', 'mail_server_failed', { answer: outcome.reason }));
}
