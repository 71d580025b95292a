import { z } from 'zod';
import { below, type Detail, detail } from '../../errors/detail.ts';
import { ShownDetail } from '../../errors/detail-schema.ts';
import { detailsOfZod, fault } from '../../errors/from-zod.ts';
import { isLanguage } from '../../templates-engine/index.ts';
import { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import { MAX_RECIPIENTS } from '../limits.ts';
import { Uuid } from '../shared/schemas.ts';
import { mapInSlices } from '../shared/slices.ts';
import { currentVersion, type IssuableVersion } from '../templates/read-current-version.ts';
import { findOddValues } from './find-odd-values.ts';
import { MAX_WARNINGS, OF_TEMPLATE } from './find-warnings.ts';
import { checkRecipients, type PreparedCertificate } from './prepare.ts';
import { numbersFor } from './prepare-numbered.ts';
import { inTurn } from './run-in-turn.ts';

/** Recipients from a table. Their faults are the response, not an error. */
export const CheckBatch = z.strictObject({
  templateId: Uuid,
  recipients: z.array(z.unknown()).min(1).max(MAX_RECIPIENTS),
  sendEmail: z.boolean().optional(),
  locale: z
    .string()
    .refine(isLanguage, fault('not_a_language'))
    .optional()
    .describe('Language of the names (BCP 47), for recipients without one'),
});
export const CheckedBatch = z.object({
  problems: z
    .array(ShownDetail)
    .describe('All faults that creating the batch would report, with paths such as `recipients[3].variables.name`'),
  warnings: z
    .array(ShownDetail)
    .describe('Remarks on values that are accepted, such as names that look wrong, with the same paths'),
});

/** Returns every reason why a batch cannot be issued, by the rules for creating it. Spends nothing. */
export async function checkBatch(
  context: DomainContext,
  { templateId, ...given }: z.infer<typeof CheckBatch>,
): Promise<z.infer<typeof CheckedBatch>> {
  const template = await currentVersion(context, templateId);
  return inTurn(context.organisationId, given.recipients.length, () => findAll(context, template, given));
}

async function findAll(
  context: DomainContext,
  template: IssuableVersion,
  { recipients, sendEmail = false, locale }: Omit<z.infer<typeof CheckBatch>, 'templateId'>,
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
  const prepared = checked.flatMap(({ prepared: certificate }, at) =>
    certificate ? [{ index: indexOf(at), certificate }] : [],
  );
  return {
    problems: [...found].flatMap(([index, issues]) => below(pathOf(index), issues)),
    warnings: await warningsOf(context, template, prepared, locale),
  };
}

/** Returns the warnings about values. Those about the template are the same for every batch. */
async function warningsOf(
  context: DomainContext,
  template: IssuableVersion,
  prepared: readonly { index: number; certificate: PreparedCertificate }[],
  locale: string | undefined,
): Promise<Detail[]> {
  const certificates = prepared.map(({ certificate }) => certificate);
  const odd = await findOddValues(context, template, certificates, { locale });
  const placeOf = (at: number): number => prepared[at]?.index ?? 0;
  const all = prepared.flatMap(({ index, certificate }, at) => {
    const own = [...certificate.warnings, ...(odd[at] ?? [])].filter(({ path }) => !OF_TEMPLATE.test(path));
    return below(
      pathOf(index),
      own.map((warning) => withRow(warning, placeOf)),
    );
  });
  return all.slice(0, MAX_WARNINGS);
}

const pathOf = (index: number): string => `recipients[${index}]`;

/** Returns a fault with the recipient that `row` names counted among all, not among the valid ones. */
function withRow({ path, code, params, ...issue }: Detail, indexOf: (at: number) => number): Detail {
  const { row } = params;
  if (!isOfRows(code) || typeof row !== 'number') return { path, code, params, ...issue };
  return detail(path, code, { ...params, row: indexOf(row) });
}

const isOfRows = (code: Detail['code']) =>
  code === 'duplicate' || code === 'already_renewed' || code === 'same_recipient';

/** Returns a recipient and the faults of its shape. If only other members are faulty, omits them, so that the values are still checked. */
function parse(input: unknown, sendEmail: boolean): { recipient: Recipient | null; issues: Detail[] } {
  const { data, error } = Recipient.safeParse(input);
  const issues = error ? detailsOfZod(error, input) : [];
  if (data && sendEmail && data.recipientEmail === undefined) issues.push(detail('recipientEmail', 'email_needed'));
  return { recipient: data ?? Recipient.safeParse({ variables: Object(input).variables }).data ?? null, issues };
}
