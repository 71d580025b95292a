import { sendCaptured } from '../domain/emailing/send-captured.ts';
import { SentTest } from '../domain/emailing/send-test.ts';
import { listTestMails } from '../domain/sandbox/list-mails.ts';
import { openSandbox } from '../domain/sandbox/open.ts';
import { resetSandbox } from '../domain/sandbox/reset.ts';
import {
  ListTestMails,
  OpenedSandbox,
  ResetTest,
  SetTestClock,
  SetTestCredits,
  TestClock,
  TestCredits,
  TestMailId,
  TestMailPage,
} from '../domain/sandbox/schemas.ts';
import { setTestClock } from '../domain/sandbox/set-clock.ts';
import { setTestCredits } from '../domain/sandbox/set-credits.ts';
import { iso } from '../domain/shared/schemas.ts';
import { asPerson, assertSandbox, inSandbox, NoInput, router } from './base.ts';

/** Test mode: a sandbox with its own clock, credits and mails. All but `open` are for test keys, and for people in test mode. */
export const testMode = router({
  /** Returns the id that a person sends as their organisation in test mode. */
  open: asPerson('certificates:read')
    .input(NoInput)
    .output(OpenedSandbox)
    .mutation(async ({ ctx }) => ({ organisationId: (await openSandbox(ctx.domain)).organisationId })),

  clock: inSandbox('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/test/clock',
        summary: 'Read the clock of test mode',
        description: 'The time of test mode, which is the present until it is moved forward.',
        tags: ['Test mode'],
      },
      errors: ['test_only'],
      example: () => ({ response: { now: '2027-12-31T12:00:00.000Z' } }),
    })
    .input(NoInput)
    .output(TestClock)
    .query(({ ctx }) => ({ now: iso(ctx.domain.now()) })),

  setClock: inSandbox('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/test/clock',
        summary: 'Set the clock of test mode',
        description:
          'Moves the clock forward. Expiries, reminders and retries that are due until then happen before the answer, in their order. A reset sets the clock to the present.',
        tags: ['Test mode'],
      },
      errors: ['test_only'],
      example: () => ({ request: { now: '2027-12-31T12:00:00Z' }, response: { now: '2027-12-31T12:00:00.000Z' } }),
    })
    .input(SetTestClock)
    .output(TestClock)
    .mutation(({ ctx, input }) => setTestClock(ctx.domain, input)),

  setCredits: inSandbox('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/test/credits',
        summary: 'Set the credits of test mode',
        description: 'Sets the balance, for example to 0 to see an answer without credits. Live credits do not change.',
        tags: ['Test mode'],
      },
      errors: ['test_only'],
      example: () => ({ request: { balance: 0 }, response: { balance: 0 } }),
    })
    .input(SetTestCredits)
    .output(TestCredits)
    .mutation(({ ctx, input }) => setTestCredits(ctx.domain, input)),

  mails: inSandbox('certificates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/test/mails',
        summary: 'List the mails of test mode',
        description:
          'Newest first, in pages. Test mode sends no mails but keeps them, without attachments. `delivered@test.laurel`, `bounced@test.laurel` and `failed@test.laurel` have these outcomes.',
        tags: ['Test mode'],
      },
      errors: ['test_only'],
      example: ({ certificate }) => ({
        response: {
          mails: [
            {
              id: certificate.id,
              to: 'anne-sophie@example.org',
              subject: 'Your certificate',
              text: 'Your certificate is ready.',
              html: '<p>Your certificate is ready.</p>',
              createdAt: certificate.createdAt,
            },
          ],
          nextCursor: null,
        },
      }),
    })
    .input(ListTestMails)
    .output(TestMailPage)
    .query(({ ctx, input }) => listTestMails(ctx.domain, input)),

  sendMail: asPerson('certificates:read')
    .input(TestMailId)
    .output(SentTest)
    .mutation(({ ctx, input }) => {
      assertSandbox(ctx.domain);
      return sendCaptured(ctx.domain, input);
    }),

  reset: inSandbox('certificates:write')
    .meta({
      openapi: {
        method: 'POST',
        path: '/test/reset',
        summary: 'Empty test mode',
        description:
          'Deletes the certificates, batches, events, mails and numbers of test mode, sets its clock to the present, and its credits to 1,000,000. Keys, webhooks, the ledger and the audit log stay.',
        tags: ['Test mode'],
      },
      isBodyOptional: true,
      errors: ['test_only'],
      example: () => ({ request: {}, response: { deleted: 12 } }),
    })
    .input(NoInput)
    .output(ResetTest)
    .mutation(({ ctx }) => resetSandbox(ctx.domain)),
});
