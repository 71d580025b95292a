import { z } from 'zod';
import { below, type Detail, detail } from '../../errors/detail.ts';
import { ShownDetail } from '../../errors/detail-schema.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Uuid } from '../shared/schemas.ts';
import { mapInSlices } from '../shared/slices.ts';
import { currentVersion, type IssuableVersion } from '../templates/read-current-version.ts';
import { checkRecipients } from './prepare.ts';
import { numbersFor } from './prepare-numbered.ts';
import { inTurn } from './run-in-turn.ts';

/** Recipients from a table. Their faults are the response, not an error. */
export const CheckBatch = z.strictObject({
  templateId: Uuid,
  recipients: z.array(z.unknown()).min(1).max(MAX_RECIPIENTS),
  sendEmail: z.boolean().optional(),
});
export const CheckedBatch = z.object({
  problems: z
    .array(ShownDetail)
    .describe('All faults that creating the batch would report, with paths such as `recipients[3].variables.name`'),
});

/** Returns every reason why a batch cannot be issued, by the rules for creating it. Spends nothing. */
export async function checkBatch(
  context: DomainContext,
  { templateId, recipients, sendEmail = false }: z.infer<typeof CheckBatch>,
): Promise<z.infer<typeof CheckedBatch>> {
  const template = await currentVersion(context, templateId);
  return inTurn(context.organisationId, recipients.length, () => findAll(context, template, { recipients, sendEmail }));
}

async function findAll(
  context: DomainContext,
  template: IssuableVersion,
  { recipients, sendEmail }: { recipients: readonly unknown[]; sendEmail: boolean },
): Promise<z.infer<typeof CheckedBatch>> {
  const parsed = await mapInSlices(recipients, (recipient, index) => ({ index, ...parse(recipient, sendEmail) }));
  const valid = parsed.flatMap(({ index, recipient }) => (recipient ? [{ index, recipient }] : []));
  const checked = await checkRecipients(
    context,
    template,
    valid.map(({ recipient }) => recipient),
    (await numbersFor(context.em(), context, template, valid.length))?.numbers ?? null,
  );
  const found = new Map(parsed.map(({ index, issues }) => [index, issues]));
  const indexOf = (at: number): number => valid[at]?.index ?? 0;
  for (const [at, { issues }] of checked.entries())
    found.get(indexOf(at))?.push(...issues.map((issue) => withRow(issue, indexOf)));
  return { problems: [...found].flatMap(([index, issues]) => below(`recipients[${index}]`, issues)) };
}

/** Returns a fault with the recipient that `row` names counted among all, not among the valid ones. */
function withRow({ path, code, params, ...issue }: Detail, indexOf: (at: number) => number): Detail {
  const { row } = params;
  if (!isOfRows(code) || typeof row !== 'number') return { path, code, params, ...issue };
  return detail(path, code, { ...params, row: indexOf(row) });
}

const isOfRows = (code: Detail['code']) => code === 'duplicate' || code === 'already_renewed';

/** Returns a recipient and the faults of its shape. If only other members are faulty, omits them, so that the values are still checked. */
function parse(input: unknown, sendEmail: boolean): { recipient: Recipient | null; issues: Detail[] } {
  const { data, error } = Recipient.safeParse(input);
  const issues = error ? detailsOfZod(error, input) : [];
  if (data && sendEmail && data.recipientEmail === undefined) issues.push(detail('recipientEmail', 'email_needed'));
  return { recipient: data ?? Recipient.safeParse({ variables: Object(input).variables }).data ?? null, issues };
}
