import { type DesignElement, detectedVariables } from './design/design.ts';
import { type Problem, RenderError } from './design/errors.ts';
import { loadSharp } from './graphics/sharp.ts';
import { compilePdf, drawPdf } from './pdf/document.ts';
import type { PdfInfo } from './pdf/metadata.ts';
import { compilePng, drawPng, type PngLayer } from './png/renderer.ts';
import type { Placed } from './scene/scene.ts';
import { placeTemplate } from './template/build-scene.ts';
import type { CompiledTemplate } from './template/compile.ts';
import { BUILT_IN_VARIABLES, fill, parsePlaceholders, type Values, variablesOf } from './text/placeholders.ts';

export { type Design, detectedVariables } from './design/design.ts';
export { DesignError, type Problem, RenderError } from './design/errors.ts';
export { makeLogo } from './design/images.ts';
export { renderEmail } from './email/email.ts';
export { type Notice, renderNotice } from './email/notice.ts';
export { fontFamilies, fontFile } from './fonts/catalogue.ts';
export { type CompiledTemplate, compileTemplate, compileTexts, readDesign } from './template/compile.ts';
export { parseDesign } from './template/parse-design.ts';
export { escapeMarkup } from './text/markup.ts';

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
  return drawPng(pngLayer(template), placed);
}

/** The picture with whatever fits and does not, and what keeps a certificate from being rendered so. */
export function renderPreview(template: CompiledTemplate, values: Values): { png: Uint8Array; problems: Problem[] } {
  const { placed, problems } = placeTemplate(template, values);
  return { png: drawPng(pngLayer(template), placed), problems };
}

const THUMBNAIL_WIDTH = 640;

/** A small PNG of the design with its variables' names for values, whether they fit or not. */
export async function renderThumbnail(template: CompiledTemplate): Promise<Uint8Array> {
  const names = [...detectedVariables(template.design), ...BUILT_IN_VARIABLES];
  const { placed } = placeTemplate(template, new Map(names.map((name) => [name, name])));
  const png = drawPng(pngLayer(template), placed);
  const sharp = await loadSharp();
  return sharp(png).resize({ width: THUMBNAIL_WIDTH }).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** Templates whose static layers are in memory, the one used last at the end: a page is a dozen megabytes. */
const layered = new Set<CompiledTemplate>();
const MAX_LAYERED = 4;

function pngLayer(template: CompiledTemplate): PngLayer {
  layered.delete(template);
  layered.add(template);
  for (const oldest of layered) {
    if (layered.size <= MAX_LAYERED) break;
    layered.delete(oldest);
    delete oldest.png;
  }
  template.png ??= compilePng(blank(template), (index) => isVariable(template, index - template.background.length));
  return template.png;
}

/** The page before any value is filled in: layers made of it are the same whichever certificate comes first. */
const blank = (template: CompiledTemplate): Placed => placeTemplate(template, new Map()).placed;

const isVariable = ({ parts }: CompiledTemplate, element: number): boolean =>
  (parts[element] ?? []).some((part) => 'variable' in part);

/** The certificate as a vector PDF of the page's own size. RenderError where checkValues finds a problem. */
export async function renderPdf(template: CompiledTemplate, values: Values, info: PdfInfo): Promise<Uint8Array> {
  const placed = place(template, values);
  const { background, design, images } = template;
  template.pdf ??= compilePdf(
    blank(template),
    images.values(),
    (index) => isVariable(template, index - background.length),
    (index) => alternative(design.elements[index - background.length]),
  );
  return drawPdf(await template.pdf, placed, info);
}

/** What a picture is, for those who don't see it; backgrounds are decoration. */
function alternative(element: DesignElement | undefined): string {
  if (element?.type === 'qr') return 'QR code that leads to the verification of this certificate';
  return element?.type === 'image' ? (element.alt ?? 'Picture') : '';
}

function place(template: CompiledTemplate, values: Values) {
  const { placed, problems } = placeTemplate(template, values);
  if (problems.length > 0) throw new RenderError(problems);
  return placed;
}
