import type { JobPayloads } from '../../database/queue.ts';
import { database, type Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { type AccountMail, renderAccountMail } from '../emails/account-mail.ts';
import { deliver } from '../emails/deliver.ts';
import type { MailKey } from '../emails/mail-key.ts';
import { giveUp, noteError, takeUp } from '../emails/states.ts';
import { invitationMail } from '../members/invitation-mail.ts';
import { passwordResetMail } from '../members/password-reset.ts';
import { batchNotice } from './batch-notice.ts';

type Payload = JobPayloads['send-account-mail'];

/** Sends a mail about an account, at most once. Throws if it failed on our side, to be tried again. */
export async function sendAccountMail(services: Services, payload: Payload): Promise<void> {
  const key = await keyOf(services, payload);
  const state = key && (await takeUp<Row<'account_mails'>>(services, key));
  if (!state) return;
  const composed = await compose(services, state).catch(async (error: unknown) => {
    await noteError(services, key, String(error));
    throw error;
  });
  if (!composed) return giveUp(services, key, state, 'withdrawn before it was sent');
  const mail = await renderAccountMail(services, state.id, composed);
  await deliver(services, key, { state, mail, openLink: composed.openLink });
}

/** After the last attempt: a mail that was never accepted has failed, one that was being handed over is in doubt. */
export async function giveUpAccountMail(services: Services, payload: Payload): Promise<void> {
  const key = await keyOf(services, payload);
  const state = key && (await takeUp<Row<'account_mails'>>(services, key));
  if (state) await giveUp(services, key, state, null);
}

async function keyOf(services: Services, { accountMailId: id }: Payload): Promise<MailKey | null> {
  const row = await database(services.em())
    .selectFrom('account_mails')
    .select('organisationId')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { table: 'account_mails', organisationId: row.organisationId, id } : null;
}

/** Returns null for a mail that nobody should get any more. */
async function compose(
  services: Services,
  { kind, organisationId, subjectId }: Row<'account_mails'>,
): Promise<AccountMail | null> {
  if (kind === 'PASSWORD_RESET') return passwordResetMail(services, subjectId);
  if (organisationId === null) return null;
  if (kind === 'INVITATION') return invitationMail(services, { organisationId, id: subjectId });
  return batchNotice(services, { organisationId, batchId: subjectId });
}
