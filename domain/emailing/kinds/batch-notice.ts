import { Batch } from '../../../database/entities/batch.ts';
import { findAccount } from '../../access/find-account.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { roleOf } from '../../members/rules.ts';
import { assertAuthentic } from '../../shared/authentic-rows.ts';
import { accountEmail, type Composed, WITHDRAWN, wordsFor } from './kind.ts';

/** Composes the mail that notifies the author of the completed batch `subjectId`. Obsolete if the author is no longer a member. */
export async function batchNotice(
  services: Services,
  { organisationId, subjectId: id }: Email,
): Promise<Composed | string> {
  const where = id === null ? null : { organisationId, id, completedAt: { $ne: null } };
  const batch = where && (await services.em().findOne(Batch, where));
  if (!batch?.authorId) return WITHDRAWN;
  assertAuthentic(services, 'batches', batch);
  const { authorId: userId } = batch;
  if (!(await roleOf(services, { organisationId, userId }))) return WITHDRAWN;
  const author = await findAccount(services, userId);
  if (!author) return WITHDRAWN;
  const { totalCount, failedCount } = batch;
  const name = batch.name ?? batch.fileName;
  const { language, messages, value } = await wordsFor(services, userId);
  const { subject, unnamed, issued, failed, button } = messages.batch;
  const outcome = [
    issued({ count: totalCount - failedCount }),
    ...(failedCount === 0 ? [] : [failed({ count: failedCount })]),
  ];
  const mail = await accountEmail(author.email, {
    ...{ language, subject: name ? subject({ name: value(name) }) : unnamed, text: outcome.join('\n') },
    action: { label: button, url: `${services.installation.address}/o/${organisationId}/batches/${id}` },
  });
  return { mail };
}
