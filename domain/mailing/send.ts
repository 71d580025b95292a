import { Certificate } from '../../database/entities/certificate.ts';
import type { JobPayloads } from '../../database/queue.ts';
import type { Row } from '../../database/sql.ts';
import { storedFile } from '../certificates/files.ts';
import { stateOf } from '../certificates/state.ts';
import { inOrganisation, type Services } from '../context.ts';
import { deliver } from '../emails/deliver.ts';
import type { MailKey } from '../emails/mail-key.ts';
import { giveUp, noteError, takeUp } from '../emails/states.ts';
import { readSealedFiles } from '../seals/stored.ts';
import type { Mail } from '../services/mail.ts';
import { assertAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';
import { sha256 } from '../shared/crypto.ts';
import { composeMail } from './compose.ts';

type Payload = JobPayloads['send-email'];

const keyOf = ({ organisationId, emailId: id }: Payload): MailKey => ({ table: 'emails', organisationId, id });

/** Sends the e-mail of a certificate, at most once. Throws if it failed on our side, to be tried again. */
export async function sendEmail(services: Services, payload: Payload): Promise<void> {
  const key = keyOf(payload);
  const state = await takeUp<Row<'emails'>>(services, key);
  if (!state) return;
  const mail = await prepare(services, state).catch(async (error: unknown) => {
    await noteError(services, key, String(error));
    throw error;
  });
  if (typeof mail === 'string') return giveUp(services, key, state, mail);
  await deliver(services, key, { state, mail });
}

/** After the last attempt: a mail that was never accepted has failed, one that was being handed over is in doubt. */
export async function giveUpEmail(services: Services, payload: Payload): Promise<void> {
  const key = keyOf(payload);
  const state = await takeUp<Row<'emails'>>(services, key);
  if (state) await giveUp(services, key, state, null);
}

/** Returns the mail, or the reason why there can be none. */
async function prepare(
  services: Services,
  { organisationId, id: emailId, certificateId: id, recipient }: Row<'emails'>,
): Promise<Mail | string> {
  const certificate = await services.em().findOneOrFail(Certificate, { organisationId, id });
  assertAuthentic(services, 'certificates', certificate);
  if (stateOf(certificate, inOrganisation(services, organisationId).now()) === 'REVOKED')
    return 'the certificate was revoked before it was sent';
  const key = storedFile(certificate, 'pdf');
  const pdf = key && (await services.storage.get(key));
  if (!pdf) throw new Error('the PDF is missing');
  const image = storedFile(certificate, 'png');
  // The e-mail goes without its picture rather than not at all.
  const png = image ? await services.storage.get(image) : null;
  await assertSealed(services, certificate, { pdf, png });
  return composeMail(services, certificate, { emailId, recipient, pdf, png: png ?? null });
}

/** Throws NotAuthenticError for files that are not those whose digests were signed. */
async function assertSealed(
  services: Services,
  certificate: Certificate,
  { pdf, png }: { pdf: Uint8Array; png: Uint8Array | null },
): Promise<void> {
  const files = await readSealedFiles(services, certificate);
  const isSealed = (content: Uint8Array, digest: string) => sha256(content).toString('hex') === digest;
  if (!files || !isSealed(pdf, files.pdfSha256) || (png && !isSealed(png, files.imageSha256)))
    throw new NotAuthenticError('files');
}
