import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';
import { distinctTags } from '../../templates-engine/index.ts';
import { holdAssets } from '../assets/find.ts';
import { recordAction } from '../audit/record.ts';
import type { CreatedBatch, IssueBatch } from '../batches/schemas.ts';
import type { ActingContext } from '../context.ts';
import { PRICE, requireCredits } from '../credits/spend.ts';
import { requestEmails } from '../emails/request.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { BATCH_RENDERINGS, scheduleTurns } from '../shared/fair-queue.ts';
import { earlierAnswer, type Idempotency, once } from '../shared/idempotency.ts';
import { newId } from '../shared/ids.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { findWarnings } from './find-warnings.ts';
import { issueCertificates, projectIssued } from './issue.ts';
import type { PreparedCertificate } from './prepare.ts';
import { prepareNumbered } from './prepare-numbered.ts';
import { inTurn } from './run-in-turn.ts';

const ROUTE = 'POST /batches';

/**
 * Issues a certificate to each recipient (specification 4.6). Rows, credits, e-mails and jobs commit together. `action` is the name in the
 * audit log. Batches issued with a key have no audit entry, as they would fill the log; the ledger's entry names the key.
 */
export async function createBatch(
  context: ActingContext & { idempotency?: Idempotency | undefined },
  input: IssueBatch & { retryOf?: string },
  action: 'batches.create' | 'batches.issue' | 'batches.retryFailed' = 'batches.create',
): Promise<CreatedBatch> {
  const earlier = input.dryRun ? null : await earlierAnswer<CreatedBatch>(context, ROUTE, input);
  if (earlier) return earlier;
  const template = await currentVersion(context, input.templateId);
  const { tags = [] } = input;
  const recipients = input.recipients.map((one) => ({ ...one, tags: distinctTags([...tags, ...(one.tags ?? [])]) }));
  const numbered = await inTurn(context.organisationId, recipients.length, () =>
    prepareNumbered(context, template, recipients, { prefix: pathOf }),
  );
  const batchId = newId(context.now());
  const price = recipients.length * PRICE;
  if (input.dryRun) {
    const remaining = await requireCredits(context.em(), context.organisationId, price);
    const warnings = await findWarnings(context, template, numbered.prepared, { prefix: pathOf });
    return { ...toAnswer(context, batchId, numbered.prepared, { consumed: 0, remaining }), dryRun: true, warnings };
  }
  let spent = 0;
  const created = await once(context, ROUTE, input, async (em) => {
    spent = price;
    const prepared = await numbered.take(em);
    await insertBatch(em, context, { ...input, batchId, templateId: template.templateId, total: prepared.length });
    await holdAssets(em, context.organisationId, picturesOf(prepared), context.now());
    if (context.actor.kind !== 'key') await recordAction(em, context, { action, subject: batchId });
    const runTimes = await scheduleTurns(em, BATCH_RENDERINGS, {
      ...{ organisationId: context.organisationId, count: prepared.length, now: context.jobTime() },
    });
    const remaining = await issueCertificates(em, context, template, { certificates: prepared, batchId, runTimes });
    const addressed = prepared
      .filter(({ recipientEmail }) => recipientEmail !== null)
      .map(({ claims, recipientEmail }) => ({ ...claims, id: claims.certificateId, recipientEmail }));
    if (input.sendEmail && addressed.length > 0) await requestEmails(em, context, addressed);
    return toAnswer(context, batchId, prepared, { consumed: price, remaining });
  });
  context.meter.creditsSpent(spent);
  return created;
}

const pathOf = (index: number): string => `recipients[${index}]`;

/** Returns the pictures that the certificates show, with the paths of the recipients. */
const picturesOf = (prepared: readonly PreparedCertificate[]) =>
  prepared.flatMap(({ pictures }, index) =>
    pictures.map((shown) => ({ ...shown, path: `${pathOf(index)}.${shown.path}` })),
  );

interface NewBatch {
  batchId: string;
  total: number;
  retryOf?: string;
}

async function insertBatch(
  em: EntityManager,
  context: ActingContext,
  {
    batchId,
    templateId,
    total,
    name,
    fileName,
    tags = [],
    retryOf,
  }: Pick<IssueBatch, 'templateId' | 'name' | 'fileName' | 'tags'> & NewBatch,
): Promise<void> {
  const { organisationId, actor } = context;
  const batch = {
    ...{ organisationId, id: batchId, templateId, totalCount: total, createdAt: context.now() },
    ...{ name: name ?? null, fileName: fileName ?? null, tags, retryOf: retryOf ?? null },
    ...{ authorId: actor.kind === 'person' ? actor.id : null, authorName: actor.name },
  };
  await database(em)
    .insertInto('batches')
    .values({ ...batch, mac: macOf(context, 'batches', batch) })
    .execute();
}

function toAnswer(
  context: ActingContext,
  batchId: string,
  prepared: readonly PreparedCertificate[],
  credits: CreatedBatch['credits'],
): CreatedBatch {
  return {
    batchId,
    total: prepared.length,
    queued: prepared.length,
    credits,
    certificates: prepared.map((certificate) => {
      const { id, externalId, number, recipientName, verificationHash, renderStatus } = projectIssued(
        context,
        certificate,
        batchId,
      );
      return { id, externalId, number, recipientName, verificationHash, renderStatus };
    }),
  };
}
