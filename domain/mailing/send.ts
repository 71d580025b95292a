import { Certificate } from '../../database/entities/certificate.ts';
import { database } from '../../database/sql.ts';
import { storedFile } from '../certificates/files.ts';
import type { Services } from '../context.ts';
import { type Due, type EmailKey, handOver, settle, takeUp } from '../emails/states.ts';
import type { Mail } from '../services/mail.ts';
import { composeMail } from './compose.ts';

/**
 * Sends one e-mail, at most once. Only from the message's last bytes to the server's answer is it in doubt, and only then
 * is the row SENDING: a run that dies before leaves it QUEUED, to be sent by the next. Throws where nothing was accepted,
 * to be tried again.
 */
export async function sendEmail(services: Services, key: EmailKey): Promise<void> {
  const due = await takeUp(services, key);
  if (!due) return;
  const notHandedOver = { handedOver: false };
  const mail = await prepare(services, key, due).catch(async (error: unknown) => {
    await settle(services, key, { state: 'unsent', reason: String(error) }, notHandedOver);
    throw error;
  });
  if (typeof mail === 'string') return settle(services, key, { state: 'refused', reason: mail }, notHandedOver);
  const claim = { isOurs: false, isOvertaken: false };
  const outcome = await services.mailer.send(mail, async () => {
    claim.isOurs = await handOver(services, key);
    claim.isOvertaken = !claim.isOurs;
    return claim.isOurs;
  });
  // Another run was sooner, as after this process was thought dead: what becomes of the e-mail is for that one to say.
  if (claim.isOvertaken) return;
  await settle(services, key, outcome, { handedOver: claim.isOurs });
  if (outcome.state === 'unsent') throw new Error(`the e-mail was not accepted: ${outcome.reason}`);
}

/** After the last attempt: what was never accepted has failed, what was being handed over is in doubt. */
export async function giveUpEmail(services: Services, key: EmailKey): Promise<void> {
  if (!(await takeUp(services, key))) return;
  const { organisationId, emailId } = key;
  await database(services.em())
    .updateTable('emails')
    .set({ status: 'FAILED', endedAt: services.now() })
    .where('organisationId', '=', organisationId)
    .where('id', '=', emailId)
    .where('status', '=', 'QUEUED')
    .execute();
}

/** The mail, or why there can be none. */
async function prepare(
  services: Services,
  { organisationId, emailId }: EmailKey,
  { certificateId: id, recipient }: Due,
): Promise<Mail | string> {
  const certificate = await services.em().findOneOrFail(Certificate, { organisationId, id });
  if (certificate.revokedAt) return 'the certificate was revoked before it was sent';
  const key = storedFile(certificate, 'pdf');
  const pdf = key && (await services.storage.get(key));
  if (!pdf) throw new Error('the PDF is missing');
  const image = storedFile(certificate, 'png');
  // The e-mail goes without its picture rather than not at all.
  const png = image ? await services.storage.get(image) : null;
  return composeMail(services, certificate, { emailId, recipient, pdf, png: png ?? null });
}
