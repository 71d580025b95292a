import { z } from 'zod';
import { DateTime, Instant, NextCursor, PageQuery, Uuid } from '../shared/schemas.ts';
import { MAX_CREDITS } from './rules.ts';

export const SetTestClock = z.strictObject({
  now: Instant.describe('Time after that of the sandbox. What is due until then happens before the answer.'),
});
export type SetTestClock = z.infer<typeof SetTestClock>;
export const TestClock = z.object({ now: DateTime.describe('Time of test mode') }).meta({ id: 'TestClock' });

export const SetTestCredits = z.strictObject({
  balance: z.int().min(0).max(MAX_CREDITS).describe('New balance, whatever the present one is'),
});
export type SetTestCredits = z.infer<typeof SetTestCredits>;
export const TestCredits = z.object({ balance: z.int().describe('Credits of test mode') }).meta({ id: 'TestCredits' });

export const ListTestMails = z.strictObject(PageQuery);
export type ListTestMails = z.infer<typeof ListTestMails>;
const TestMail = z
  .object({
    id: Uuid.describe('Id of the e-mail'),
    to: z.string().describe('Address of the recipient'),
    subject: z.string().describe('Subject'),
    text: z.string().describe('Content as plain text'),
    html: z.string().nullable().describe('null for a mail in plain text'),
    createdAt: DateTime.describe('Time by the clock of test mode'),
  })
  .meta({ id: 'TestMail' });
export const TestMailPage = z.object({ mails: z.array(TestMail).describe('Newest first'), nextCursor: NextCursor });
export type TestMailPage = z.infer<typeof TestMailPage>;

export const TestMailId = z.strictObject({ id: Uuid });

export const ResetTest = z.object({ deleted: z.int().describe('Number of certificates that were deleted') });

export const OpenedSandbox = z.object({ organisationId: Uuid });
