import type { CompiledTemplate } from './compile.ts';
import { type Problem, RenderError } from './errors.ts';
import { drawPdf, type PdfInfo } from './pdf.ts';
import { placeTemplate } from './place.ts';
import { fill, parsePlaceholders, type Values, variablesOf } from './placeholders.ts';
import { compileLayer, drawPng } from './png.ts';

export { type CompiledTemplate, compileTemplate } from './compile.ts';
export { type Design, detectedVariables, parseDesign } from './design.ts';
export { renderEmail } from './email.ts';
export { DesignError, type Problem, RenderError } from './errors.ts';
export { makeLogo } from './images.ts';
export { escapeMarkup } from './markup.ts';

/** Fills `{{placeholders}}` in; a value is data, and what is no placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Values): string =>
  fill(parsePlaceholders(text) ?? [{ text }], values);

/** The names of a text's placeholders; null where one of them is not a name. */
export const placeholdersOf = (text: string): string[] | null => {
  const parts = parsePlaceholders(text);
  return parts && variablesOf(parts);
};

/** What keeps a certificate from being rendered with these values: lays text out, draws nothing. */
export const checkValues = (template: CompiledTemplate, values: Values): Problem[] =>
  placeTemplate(template, values).problems;

/** The certificate as a PNG at 144 dpi. RenderError where checkValues finds a problem. */
export async function renderPng(template: CompiledTemplate, values: Values): Promise<Uint8Array> {
  const placed = place(template, values);
  template.layer ??= compileLayer(placed, (index) => isVariable(template, index - template.background.length));
  return drawPng(template.layer, placed);
}

const isVariable = ({ parts }: CompiledTemplate, element: number): boolean =>
  (parts[element] ?? []).some((part) => 'variable' in part);

/** The certificate as a vector PDF of the page's own size. RenderError where checkValues finds a problem. */
export const renderPdf = async (template: CompiledTemplate, values: Values, info: PdfInfo): Promise<Uint8Array> =>
  drawPdf(place(template, values), info);

function place(template: CompiledTemplate, values: Values) {
  const { placed, problems } = placeTemplate(template, values);
  if (problems.length > 0) throw new RenderError(problems);
  return placed;
}
