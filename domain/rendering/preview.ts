import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import { ShownDetail } from '../../errors/detail-schema.ts';
import { completeValues, MAX_ELEMENTS, type VariableDetails } from '../../templates-engine/index.ts';
import { loadAssets, namesIn } from '../assets/load.ts';
import { Variables } from '../certificates/check-values.ts';
import { chooseTerm } from '../certificates/choose-term.ts';
import { Recipient } from '../certificates/schemas.ts';
import type { DomainContext } from '../context.ts';
import type { PreviewRequest } from '../ports/rendering.ts';
import { UTC } from '../shared/calendar.ts';
import { sha256 } from '../shared/crypto.ts';
import { liveOf } from '../shared/ids.ts';
import { Uuid } from '../shared/schemas.ts';
import { pictureOwner } from '../templates/hold-pictures.ts';
import { designSource } from '../templates/load-design-source.ts';
import { documentSource } from '../templates/parse-document.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { getDesign } from '../templates/read-designs.ts';
import { versionVariables } from '../templates/read-variables.ts';
import { versionRules } from '../templates/rules.ts';
import { sampleValues } from './make-sample-values.ts';

/** A value that does not fit or cannot be shown. */
const ValueProblem = ShownDetail.omit({ path: true }).extend({ variable: z.string().nullable() });
const Picture = z.string().nullable().describe('Data URI of a PNG');

/**
 * Given values are shown as on the certificate: an empty one is replaced by its default, or blank. Omitted values are replaced by their
 * variable's sample or default, or by a text's label in brackets.
 */
export const PreviewTemplate = z.strictObject({
  id: Uuid,
  variables: Variables,
  ...Recipient.pick({ awardedOn: true, expiresAt: true }).shape,
});
export const TemplatePreview = z.object({ image: Picture, problems: z.array(ValueProblem) });

export const PreviewDesign = z.strictObject({ design: z.unknown(), values: Variables });
export const DesignPreview = z.object({
  image: Picture.describe('null if the document itself is invalid'),
  issues: z.array(ShownDetail).describe('Faults of the document'),
  problems: z.array(ValueProblem.extend({ element: z.int() })),
});

export const DrawDesign = PreviewDesign.extend({
  elements: z.array(z.int().min(0)).max(MAX_ELEMENTS).describe('Positions in the design of the elements to draw'),
  background: z.boolean().describe('Draws everything below all of these elements, too'),
});
const DrawnPart = z.object({
  element: z.int().nullable().describe('null for the background'),
  left: z.int().describe('Left edge in pixels at 144 dpi, as all sizes here'),
  top: z.int(),
  width: z.int(),
  height: z.int(),
  isWhole: z.boolean().describe('True if no part of the element is cut off at the edges of the page'),
  image: Picture.describe('null if the element leaves no mark on the page'),
});
export const DrawnDesign = DesignPreview.omit({ image: true }).extend({ parts: z.array(DrawnPart) });

export const DesignPicture = z.object({ image: Picture.describe('null if the document is not a valid design yet') });

/** Returns a preview of a certificate before it is issued. Only its addresses, its ids and its number are samples. */
export async function previewTemplate(
  context: DomainContext,
  { id, variables, ...dates }: z.infer<typeof PreviewTemplate>,
): Promise<z.infer<typeof TemplatePreview>> {
  const version = await currentVersion(context, id);
  const rules = versionRules(version);
  const { term } = chooseTerm(dates, rules, { timeZone: version.timeZone ?? UTC, now: context.now() });
  const details = versionVariables(version);
  const owner = pictureOwner(context.organisationId, version.organisationId, details);
  const given = details.filter(({ name }) => Object.hasOwn(variables, name));
  const shown = withLabels(details, completeValues(given, variables));
  const { png, problems } = await context.renderer.preview({
    ...designSource(context, version),
    organisationId: context.organisationId,
    own: null,
    values: sampleValues(context, shown, version, { ...term, hasNumber: rules.numbering !== undefined }),
    pictures: await loadAssets({ ...context, ...owner }, namesIn([variables, details]), 'variables'),
  });
  const isGiven = (variable: string) => Object.hasOwn(variables, variable) || !Object.hasOwn(shown, variable);
  return {
    image: dataUri(png),
    // A label can be longer than the values that replace it.
    problems: problems
      .filter(({ variable }) => variable === null || isGiven(variable))
      .map(({ element: _, ...problem }) => problem),
  };
}

/** Adds values of the form `[Label]` for omitted variables without sample and default. They cannot be mistaken for real values. */
function withLabels(details: readonly VariableDetails[], given: Record<string, string>): Record<string, string> {
  const open = details.filter(
    ({ name, type, sample, default: fallback }) =>
      type === 'text' && !sample && !fallback && !Object.hasOwn(given, name),
  );
  return Object.fromEntries([...Object.entries(given), ...open.map(({ name, label }) => [name, `[${label}]`])]);
}

/** Returns a preview of a design, which can be invalid. */
export async function previewDesign(
  context: DomainContext,
  { design, values }: z.infer<typeof PreviewDesign>,
): Promise<z.infer<typeof DesignPreview>> {
  const preview = await context.renderer.preview(await draftRequest(context, design, values));
  return { ...preview, image: dataUri(preview.png) };
}

/** Returns previews of a design's parts, each as its own picture. The design can be invalid. */
export async function drawDesign(
  context: DomainContext,
  { design, values, elements, background }: z.infer<typeof DrawDesign>,
): Promise<z.infer<typeof DrawnDesign>> {
  const request = await draftRequest(context, design, values);
  const { parts, ...faults } = await context.renderer.drawParts({ ...request, wanted: { elements, background } });
  return { ...faults, parts: parts.map(({ png, ...part }) => ({ ...part, image: dataUri(png) })) };
}

async function draftRequest(
  context: DomainContext,
  design: unknown,
  values: Record<string, string>,
): Promise<PreviewRequest> {
  const { organisationId, own, font, pictures } = await documentSource(context, design ?? null, 'design');
  const json = JSON.stringify({ document: design ?? null, own });
  const organisation = await context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) });
  return {
    organisationId,
    own,
    font,
    // Pictures drawn with an organisation's own assets must not be shared with another.
    digest: sha256([json, ...pictures.keys(), pictures.size > 0 ? context.organisationId : ''].join('\n')).toString(
      'hex',
    ),
    design: async () => json,
    values: sampleValues(context, filledIn(values), organisation),
    pictures: new Map([...pictures, ...(await loadAssets(context, Object.values(values), 'values'))]),
  };
}

/** Returns the values that are not empty. In the designer, an empty value stands for the sample. */
const filledIn = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** Returns a draft design with its variables' samples, for the gallery before publication. */
export async function pictureDesign(
  context: DomainContext,
  { id }: { id: string },
): Promise<z.infer<typeof DesignPicture>> {
  const { design } = await getDesign(context, { id });
  const { image } = await previewDesign(context, { design, values: {} });
  return { image };
}

const dataUri = (png: Uint8Array | null): string | null =>
  png && `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
