import { LRUCache } from 'lru-cache';
import { detectedVariables } from '../design/design.ts';
import { loadSharp } from '../graphics/sharp.ts';
import { type PdfInfo, type RenderedPdf, renderPdfPage } from '../pdf/document.ts';
import { compilePdf, type PdfLayer } from '../pdf/layer.ts';
import { compilePng, type PngLayer, renderPngPage } from '../png/renderer.ts';
import { RenderError, type RenderProblem } from '../scene/render-error.ts';
import type { Scene } from '../scene/scene.ts';
import { BUILT_IN_VARIABLES, type Values } from '../text/placeholders.ts';
import { detailsOf, sampleOf } from '../variables/details.ts';
import { buildScene } from './build-scene.ts';
import { typeProblems } from './check-types.ts';
import type { CompiledTemplate } from './compile.ts';
import { languageOf } from './language.ts';

/** What keeps a certificate from being rendered with these values: lays text out, renders nothing. */
export const checkValues = (template: CompiledTemplate, values: Values): RenderProblem[] =>
  problemsOf(template, values).problems;

/** The certificate as a PNG at 144 dpi. RenderError where checkValues finds a problem. */
export async function renderPng(template: CompiledTemplate, values: Values): Promise<Uint8Array> {
  const scene = sceneOf(template, values);
  return renderPngPage(pngLayer(template), scene);
}

/** The certificate as a vector PDF of the page's own size, PDF/A-3b and PDF/UA-1. RenderError where checkValues finds a problem. */
export async function renderPdf(template: CompiledTemplate, values: Values, info: PdfInfo): Promise<RenderedPdf> {
  const scene = sceneOf(template, values);
  return renderPdfPage(await pdfLayer(template, languageOf(template, values)), scene, info);
}

/**
 * The picture with whatever fits and does not, and what keeps a certificate from being rendered so. A variable without a
 * value is shown by its sample.
 */
export function renderPreview(
  template: CompiledTemplate,
  values: Values,
): { png: Uint8Array; problems: RenderProblem[] } {
  const { scene, problems } = problemsOf(template, withSamples(template, values));
  return { png: renderPngPage(pngLayer(template), scene), problems };
}

const THUMBNAIL_WIDTH = 640;

/** A small PNG of the design with its variables' samples, or names, for values, whether they fit or not. */
export async function renderThumbnail(template: CompiledTemplate): Promise<Uint8Array> {
  const builtIn = new Map(BUILT_IN_VARIABLES.map((name) => [name, name]));
  const { scene } = buildScene(template, withSamples(template, builtIn));
  const png = renderPngPage(pngLayer(template), scene);
  const sharp = await loadSharp();
  return sharp(png).resize({ width: THUMBNAIL_WIDTH }).png({ compressionLevel: 9, palette: true }).toBuffer();
}

function withSamples({ design }: CompiledTemplate, values: Values): Values {
  const samples = detectedVariables(design).map((name) => [name, sampleOf(detailsOf(design, name))] as const);
  return new Map([...samples, ...[...values].filter(([, value]) => value !== '')]);
}

/** The scene, and all that is wrong with the values: those that their variables don't take first. */
function problemsOf(template: CompiledTemplate, values: Values): ReturnType<typeof buildScene> {
  const { scene, problems } = buildScene(template, values);
  return { scene, problems: [...typeProblems(template, values), ...problems] };
}

function sceneOf(template: CompiledTemplate, values: Values): Scene {
  const { scene, problems } = buildScene(template, values);
  if (problems.length > 0) throw new RenderError(problems);
  return scene;
}

/** The page before any value is filled in: layers made of it are the same whichever certificate comes first. */
const blank = (template: CompiledTemplate): Scene => buildScene(template, new Map(), { hides: false }).scene;

/** A page's pixels are a dozen megabytes: few templates keep theirs. */
const MAX_PNG_LAYERS = 4;
const pngLayers = new LRUCache<CompiledTemplate, PngLayer>({ max: MAX_PNG_LAYERS });
/** By language: a template whose own texts don't tell its language may have certificates in several. */
const pdfLayers = new WeakMap<CompiledTemplate, LRUCache<string, Promise<PdfLayer>>>();
const MAX_LANGUAGES = 3;

function pngLayer(template: CompiledTemplate): PngLayer {
  const known = pngLayers.get(template);
  if (known) return known;
  // Before the next is made, so that there is never one more than that in memory.
  if (pngLayers.size === MAX_PNG_LAYERS) pngLayers.pop();
  const layer = compilePng(blank(template));
  pngLayers.set(template, layer);
  return layer;
}

function pdfLayer(template: CompiledTemplate, language: string): Promise<PdfLayer> {
  const layers = pdfLayers.get(template) ?? new LRUCache({ max: MAX_LANGUAGES });
  pdfLayers.set(template, layers);
  const layer = layers.get(language) ?? compilePdf(blank(template), template.images.values(), language);
  layers.set(language, layer);
  return layer;
}
