/**
 * Work with designs, from documents to files: parse, compile, build the scene, render. A compiled template depends on the design only, and
 * is immutable. Caches here are an optimisation: without them, every output has the same bytes.
 */

import { LRUCache } from 'lru-cache';
import { detectedVariables } from '../design/design.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { type PdfInfo, type RenderedPdf, renderPdfPage } from '../pdf/document.ts';
import { compilePdf, type PdfLayer } from '../pdf/layer.ts';
import { resampleAll } from '../png/painting/resample.ts';
import { compilePng, type PngLayer, renderPngPage } from '../png/renderer.ts';
import { RenderError, type RenderProblem, type RenderWarning } from '../scene/render-error.ts';
import type { Scene } from '../scene/scene.ts';
import type { Values } from '../text/placeholders.ts';
import { definitionIn, sampleIn } from '../variables/properties.ts';
import { buildScene, type SceneOptions } from './build-scene.ts';
import { typeProblems } from './check-types.ts';
import type { CompiledTemplate } from './compile.ts';
import { languageOf } from './language.ts';
import { type GivenPictures, orSample, picturesOf } from './pictures.ts';
import { prepareElements } from './prepare-elements.ts';

/** Result of checking the values of a certificate. Problems prevent rendering it. */
export interface CheckedValues {
  problems: RenderProblem[];
  warnings: RenderWarning[];
}

/**
 * Checks the values of a certificate. Lays out text but renders nothing. Here and below, `pictures` contains the pictures that values name.
 */
export const checkValues = (
  template: CompiledTemplate,
  values: Values,
  pictures: GivenPictures = new Map(),
): CheckedValues => checkedOf(template, values, buildScene(template, values, { pictures: picturesOf(pictures) }));

/** Checks the values of many certificates. Supports every template, including those with elements that are built in advance. */
export async function checkAllValues(
  template: CompiledTemplate,
  all: readonly Values[],
  pictures: GivenPictures = new Map(),
): Promise<CheckedValues[]> {
  const checked: CheckedValues[] = [];
  for (const values of all)
    checked.push(checkedOf(template, values, await build(template, values, { pictures: picturesOf(pictures) })));
  return checked;
}

const checkedOf = (
  template: CompiledTemplate,
  values: Values,
  { problems, warnings }: CheckedValues,
): CheckedValues => ({ problems: [...typeProblems(template, values), ...problems], warnings });

/** Builds a page with its values, including the elements that are built in advance. */
export const build = async (template: CompiledTemplate, values: Values, options: SceneOptions) =>
  buildScene(template, values, { ...options, prepared: await prepareElements(template, values, options) });

/** Renders the certificate as a PNG at 144 dpi. Throws RenderError if checkValues finds a problem. */
export async function renderPng(
  template: CompiledTemplate,
  values: Values,
  pictures: GivenPictures = new Map(),
): Promise<Uint8Array> {
  const scene = await sceneOf(template, values, pictures);
  return renderPngPage(await pngLayer(template), scene);
}

/** Renders the certificate as a vector PDF of the page's size, PDF/A-3b and PDF/UA-1. Throws RenderError if checkValues finds a problem. */
export async function renderPdf(
  template: CompiledTemplate,
  values: Values,
  info: PdfInfo,
  pictures: GivenPictures = new Map(),
): Promise<RenderedPdf> {
  const scene = await sceneOf(template, values, pictures);
  return renderPdfPage(await pdfLayer(template, languageOf(template, values)), scene, info);
}

/**
 * Renders a preview, whether everything fits or not. Also returns the problems that prevent rendering a certificate. Samples replace
 * missing values, and values that name no picture.
 */
export async function renderPreview(
  template: CompiledTemplate,
  values: Values,
  pictures: GivenPictures = new Map(),
): Promise<{ png: Uint8Array; problems: RenderProblem[] }> {
  const shown = orSample(picturesOf(pictures));
  const { scene, problems } = await build(template, withSamples(template, values), { pictures: shown });
  const png = await renderPngPage(await pngLayer(template), scene);
  return { png, problems: [...typeProblems(template, values), ...problems] };
}

const THUMBNAIL_WIDTH = 640;

/** Renders a small PNG of the design, whether everything fits or not. Samples replace missing values. */
export async function renderThumbnail(template: CompiledTemplate, values: Values): Promise<Uint8Array> {
  const { scene } = await build(template, withSamples(template, values), { pictures: orSample() });
  const png = await renderPngPage(await pngLayer(template), scene);
  const sharp = await loadSharp();
  return sharp(png).resize({ width: THUMBNAIL_WIDTH }).png({ compressionLevel: 9, palette: true }).toBuffer();
}

/** Returns the values, and samples for missing ones. An empty value is not missing. */
export function withSamples({ design }: CompiledTemplate, values: Values): Values {
  const samples = detectedVariables(design).map((name) => {
    const sample = sampleIn(design, name);
    // A name without a picture is shown as the sample picture.
    return [name, sample === '' && definitionIn(design.variables, name).type === 'picture' ? name : sample] as const;
  });
  return new Map([...samples, ...values]);
}

async function sceneOf(template: CompiledTemplate, values: Values, pictures: GivenPictures): Promise<Scene> {
  const { scene, problems } = await build(template, values, { pictures: picturesOf(pictures) });
  if (problems.length > 0) throw new RenderError(problems);
  return scene;
}

/** Builds the page without values, so that layers do not depend on which certificate comes first. */
const blank = async (template: CompiledTemplate): Promise<Scene> =>
  (await build(template, new Map(), { hides: false })).scene;

/** Maximum number of templates with cached pixels. The pixels of a page take about 12 MB. */
const MAX_PNG_LAYERS = 4;
const pngLayers = new LRUCache<CompiledTemplate, PngLayer>({ max: MAX_PNG_LAYERS });
/** Layers by language. A template whose texts do not identify a language can have certificates in several. */
const pdfLayers = new WeakMap<CompiledTemplate, LRUCache<string, Promise<PdfLayer>>>();
const MAX_LANGUAGES = 3;

async function pngLayer(template: CompiledTemplate): Promise<PngLayer> {
  const known = pngLayers.get(template);
  if (known) return known;
  const scene = await blank(template);
  await resampleAll(scene.elements);
  // Remove one before creating the next, so that the limit also holds in the meantime.
  if (pngLayers.size === MAX_PNG_LAYERS) pngLayers.pop();
  const layer = compilePng(scene);
  pngLayers.set(template, layer);
  return layer;
}

function pdfLayer(template: CompiledTemplate, language: string): Promise<PdfLayer> {
  const layers = pdfLayers.get(template) ?? new LRUCache({ max: MAX_LANGUAGES });
  pdfLayers.set(template, layers);
  const layer =
    layers.get(language) ?? blank(template).then((scene) => compilePdf(scene, template.images.values(), language));
  layers.set(language, layer);
  // Failures are retried, for example after a font had to be fetched.
  layer.catch(() => layers.delete(language));
  return layer;
}
