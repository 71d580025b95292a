import { sendServerTest } from '../domain/emailing/send-server-test.ts';
import { OwnMailServer, SaveMailServer, SentServerTest } from '../domain/mailboxes/schemas.ts';
import { readMailServer } from '../domain/organisations/read-mail-server.ts';
import { removeMailServer } from '../domain/organisations/remove-mail-server.ts';
import { saveMailServer } from '../domain/organisations/save-mail-server.ts';
import { asPerson, NoInput, router } from './base.ts';

const manages = () => asPerson('mail-server:manage');

/** The organisation's own mail server, for its owners in the dashboard. REST does not have these operations. */
export const mailServer = router({
  get: manages()
    .input(NoInput)
    .output(OwnMailServer)
    .query(({ ctx }) => readMailServer(ctx.domain)),

  save: manages()
    .input(SaveMailServer)
    .output(OwnMailServer)
    .mutation(({ ctx, input }) => saveMailServer(ctx.domain, input)),

  remove: manages()
    .input(NoInput)
    .output(OwnMailServer)
    .mutation(({ ctx }) => removeMailServer(ctx.domain)),

  test: manages()
    .input(SaveMailServer)
    .output(SentServerTest)
    .mutation(({ ctx, input }) => sendServerTest(ctx.domain, input)),
});
