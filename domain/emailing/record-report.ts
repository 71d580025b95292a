import { z } from 'zod';
import { Certificate } from '../../database/entities/certificate.ts';
import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { detail } from '../../errors/detail.ts';
import { bounceEvent } from '../certificates/make-event.ts';
import type { DomainContext, Services } from '../context.ts';
import { emailOfToken } from '../emails/link-bounce.ts';
import { type DeliveryReport, readReport, type Verdict } from '../emails/read-report.ts';
import { type Email, setStatus } from '../emails/set-status.ts';
import { NO_ORGANISATION } from '../emails/types.ts';
import { validationError } from '../errors.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { mailboxOf } from '../shared/email-address.ts';
import { Uuid } from '../shared/schemas.ts';
import { publishEvents } from '../webhooks/publish.ts';

/** Maximum bytes of a report, documented as 1 MB. */
export const MAX_REPORT_BYTES = 1024 * 1024;

export const ReportBounce = z.strictObject({
  message: z.string().max(MAX_REPORT_BYTES).describe('The whole message, with its headers (RFC 3464)'),
});

export const RecordedReport = z
  .object({
    settled: z.int().min(0).max(1).describe('Number of e-mails whose state the report changed'),
    certificateId: Uuid.nullable().describe('Certificate of that e-mail; null without one'),
    emailStatus: z.enum(['DELIVERED', 'BOUNCED']).nullable().describe('State of that e-mail; null without one'),
  })
  .meta({ id: 'RecordedReport' });
export type RecordedReport = z.infer<typeof RecordedReport>;

const NOTHING: RecordedReport = { settled: 0, certificateId: null, emailStatus: null };

/** Records a report on an e-mail of the caller's organisation. VALIDATION_ERROR for a message that is no report. */
export async function recordReport(
  context: DomainContext,
  { message }: z.infer<typeof ReportBounce>,
): Promise<RecordedReport> {
  const report = await readReport(message);
  if (!report) throw validationError(detail('', 'not_a_delivery_report'));
  return record(context, report, (id) => emailOf(context, context.organisationId, id));
}

/** Records a report from the installation's mailbox. Returns null for a message that is no report. */
export async function recordAnyReport(services: Services, message: Uint8Array): Promise<RecordedReport | null> {
  const report = await readReport(message);
  return report && record(services, report, (id) => emailOfAny(services, id));
}

/**
 * Changes the state of the e-mail whose token the report has, if it is about the e-mail's address. The row of an e-mail about an account
 * has no address; its token suffices.
 *
 * `failed` and `delivered` are both final (RFC 3464, 2.3.3), so a second word contradicts the first. A failure then counts, whichever came
 * first: a person has to look at it, and reports arrive in any order.
 */
async function record(
  services: Services,
  { tokens, verdicts }: DeliveryReport,
  find: (id: string) => Promise<Email | undefined>,
): Promise<RecordedReport> {
  const id = tokens.map((token) => emailOfToken(services, token)).find((found) => found !== null);
  const email = id === undefined || verdicts.length === 0 ? undefined : await find(id);
  if (!email) return NOTHING;
  const own = verdicts.filter(({ recipients }) => email.recipient === null || names(recipients, email.recipient));
  const verdict = own.find(({ status }) => status === 'BOUNCED') ?? own[0];
  if (!verdict || !(await settleEmail(services, email, verdict))) return NOTHING;
  return { settled: 1, certificateId: email.certificateId, emailStatus: verdict.status };
}

function names(recipients: readonly string[], address: string): boolean {
  const mailbox = mailboxOf(address);
  return mailbox !== null && recipients.some((recipient) => mailboxOf(recipient) === mailbox);
}

/** Records a mail server's report and its event. A report can overtake the end of its own hand-over, whose e-mail is still SENDING. */
export async function settleEmail(
  services: Services,
  email: Email,
  { status, words }: Pick<Verdict, 'status' | 'words'>,
): Promise<boolean> {
  if (!isAuthentic(services, 'emails', email)) {
    const { organisationId, id } = email;
    services.meter.security('a report was refused: its e-mail was changed outside Laurel', { organisationId, id });
    return false;
  }
  const from = ['SENDING', 'SENT', 'UNCERTAIN', ...(status === 'BOUNCED' ? (['DELIVERED'] as const) : [])] as const;
  return services.em().transactional(async (em) => {
    const change = { from, status, error: words, endedAt: services.now() };
    if (!(await setStatus(em, services, email, change))) return false;
    if (status === 'BOUNCED') await announce(em, services, email, words);
    return true;
  });
}

async function announce(em: EntityManager, services: Services, email: Email, emailError: string | null): Promise<void> {
  const { organisationId, certificateId, recipient } = email;
  if (certificateId === null) return;
  const row = await em.findOneOrFail(Certificate, { organisationId, id: certificateId });
  await publishEvents(em, services, [bounceEvent(row, { emailAddress: recipient, emailError })]);
}

const emailOf = (services: Services, organisationId: string, id: string): Promise<Email | undefined> =>
  database(services.em())
    .selectFrom('emails')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Finds the e-mail in the primary key of each organisation, because an index of ids alone would slow down every request. */
async function emailOfAny(services: Services, id: string): Promise<Email | undefined> {
  const found = await database(services.em())
    .selectFrom('organisations as o')
    .innerJoin('emails as e', (join) => join.onRef('e.organisationId', '=', 'o.id').on('e.id', '=', id))
    .select('o.id')
    .executeTakeFirst();
  return emailOf(services, found?.id ?? NO_ORGANISATION, id);
}
