import { z } from 'zod';
import { DetailShape } from '../../errors/detail-schema.ts';
import { pathOf } from '../../errors/from-zod.ts';
import { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import type { ErrorDetail } from '../errors.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Uuid } from '../shared/schemas.ts';
import { mapInSlices } from '../shared/slices.ts';
import { currentVersion, type IssuableVersion } from '../templates/current-version.ts';
import { inTurn } from './long-checks.ts';
import { checkRecipients, prefixed } from './prepare.ts';

/** Recipients as they come out of a table: what is wrong with them is the answer, not an error. */
export const CheckBatch = z.object({
  templateId: Uuid,
  recipients: z.array(z.unknown()).min(1).max(MAX_RECIPIENTS),
  sendEmail: z.boolean().optional(),
});
export const CheckedBatch = z.object({
  problems: z
    .array(DetailShape.partial({ code: true, params: true }))
    .describe('As the creation of the batch would name them, all at once: `recipients[3].variables.name`'),
});

/** Everything that would keep a batch from being issued, by the rules of its creation, without spending anything. */
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
  );
  const found = new Map(parsed.map(({ index, issues }) => [index, issues]));
  for (const [at, { issues }] of checked.entries()) found.get(valid[at]?.index ?? 0)?.push(...issues);
  return { problems: [...found].flatMap(([index, issues]) => issues.map(prefixed(`recipients[${index}].`))) };
}

/** What is wrong with a recipient's shape, and the recipient; without the other members if those are wrong, so that the values are checked too. */
function parse(input: unknown, sendEmail: boolean): { recipient: Recipient | null; issues: ErrorDetail[] } {
  const { data, error } = Recipient.safeParse(input);
  const issues = error?.issues.map(({ path, message }) => ({ path: pathOf(path), message })) ?? [];
  if (data && sendEmail && data.recipientEmail === undefined)
    issues.push({ path: 'recipientEmail', message: 'is required when sendEmail is true' });
  return { recipient: data ?? Recipient.safeParse({ variables: Object(input).variables }).data ?? null, issues };
}
