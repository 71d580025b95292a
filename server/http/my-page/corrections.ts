import type { Services } from '../../../domain/context.ts';
import { findMyCertificate } from '../../../domain/my/find-certificate.ts';
import type { MyCertificate } from '../../../domain/my/show-certificates.ts';
import type { MySession } from '../../../domain/my/types.ts';
import { readAskable } from '../../../domain/requests/read-askable.ts';
import { readLastRequests } from '../../../domain/requests/read-last.ts';
import { Uuid } from '../../../domain/shared/schemas.ts';
import { postCorrection } from '../correction-form/post.ts';
import { correctionPart } from '../correction-form/state.ts';
import type { Html } from '../html.ts';
import type { Answer } from '../verify-page/answer.ts';
import { type Reader, unknownPage } from '../verify-page/layout.ts';
import { type Call, toPlace } from './call.ts';
import { placePage } from './layout.ts';

/** Returns the parts of cards about corrections, by the ids of the certificates. */
export async function correctionParts(
  services: Services,
  certificates: readonly MyCertificate[],
  { language }: Reader,
): Promise<Map<string, Html>> {
  const genuine = certificates.filter(({ isGenuine }) => isGenuine);
  const [askable, last] = await Promise.all([
    readAskable(services.em(), services, genuine),
    readLastRequests(services.em(), services, genuine),
  ]);
  const parts = genuine.map(async ({ id: certificateId, status, dates: { timeZone } }) => {
    const asking = { certificateId, askable: askable.get(certificateId) ?? [], last: last.get(certificateId) };
    const part = await correctionPart({ ...asking, timeZone, isChangeable: status !== 'REVOKED' }, language);
    return part === null ? [] : [[certificateId, part] as const];
  });
  return new Map((await Promise.all(parts)).flat());
}

/** Records a request for a correction. Answers with a page that explains why not, with the form to try again. */
export async function askCorrection(call: Call & { session: MySession }): Promise<Answer> {
  const { services, reader, session, fields: form } = call;
  const { data: id } = Uuid.safeParse(form.get('certificateId')?.toLowerCase());
  const certificate = id === undefined ? null : await findMyCertificate(services, session, { id });
  if (!certificate) return { status: 404, page: unknownPage(reader) };
  const refused = await postCorrection(services, { mailboxes: session.mailboxes, certificate, form }, reader.language);
  if (!refused) return toPlace(call);
  return { status: refused.status, page: placePage(reader, refused.title, refused.content) };
}
