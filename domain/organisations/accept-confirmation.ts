import { Organisation } from '../../database/entities/organisation.ts';
import { MAILBOX_OWNER } from '../audit/record.ts';
import { inOrganisation, type Services } from '../context.ts';
import { hasCode, parseCode } from '../mailboxes/link-confirmation.ts';
import { mailboxFor, type Purpose, setMailbox } from '../mailboxes/rules.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { changeOrganisation } from './change.ts';

/** Question that a link asks. */
export interface MailboxQuestion {
  /** Name of the organisation; null without one. */
  organizationName: string | null;
  purpose: Purpose;
  address: string;
  isConfirmed: boolean;
}

/** Returns the question of a link, and changes nothing. Null for an unknown or ended link, and after the address was changed. */
export async function findQuestion(services: Services, code: string): Promise<MailboxQuestion | null> {
  const parsed = parseCode(code);
  const row = parsed && (await services.em().findOne(Organisation, { id: parsed.organisationId }));
  if (!parsed || !row || !isAuthentic(services, 'organisations', row)) return null;
  const { purpose } = parsed;
  const mailbox = mailboxFor(row, purpose);
  if (!mailbox || !hasCode(services, row, { purpose, mailbox, code })) return null;
  const { address, isConfirmed } = mailbox;
  return { organizationName: row.organizationName ?? null, purpose, address, isConfirmed };
}

/** Confirms the use of a mailbox by its link. A second time changes nothing. Returns null like `findQuestion`. */
export async function acceptConfirmation(services: Services, code: string): Promise<MailboxQuestion | null> {
  const question = await findQuestion(services, code);
  const parsed = parseCode(code);
  if (!question || !parsed || question.isConfirmed) return question;
  const { organisationId, purpose } = parsed;
  const context = { ...inOrganisation(services, organisationId), actor: MAILBOX_OWNER };
  let isConfirmed = false;
  await changeOrganisation(context, 'organisation.confirmAddress', (row) => {
    const mailbox = mailboxFor(row, purpose);
    // The address can have changed since the question was read.
    if (!mailbox || !hasCode(services, row, { purpose, mailbox, code })) return;
    setMailbox(row, purpose, { confirmed: true });
    isConfirmed = true;
  });
  return isConfirmed ? { ...question, isConfirmed } : null;
}
