import { DEFAULTS } from '../design/defaults.ts';
import { checkDocument, type Design, type DesignElement } from '../design/design.ts';
import { type Box, fitBox, gradientLine, rectanglePath } from '../graphics/geometry.ts';
import { parseColor } from '../graphics/paint.ts';
import { loadSharp } from '../graphics/sharp.ts';
import type { PdfLayer } from '../pdf/document.ts';
import type { PngLayer } from '../png/renderer.ts';
import type { Drawing, Drawn, PlacedElement, PlacedImage } from '../scene/scene.ts';
import { parsePlaceholders, type TextPart } from '../text/placeholders.ts';

/** A design with everything worked out that does not depend on values. */
export interface CompiledTemplate {
  design: Design;
  background: PlacedElement[];
  /** By the data URI. */
  images: ReadonlyMap<string, PlacedImage>;
  /** The parts of each element's text or QR value. */
  parts: readonly (readonly TextPart[])[];
  /** What was drawn lately, by element and content, and how many glyphs that may be. */
  drawings: { kept: Map<string, Drawn>; glyphs: number };
  /** What every certificate has in common, made when the first is drawn. */
  png?: PngLayer;
  pdf?: Promise<PdfLayer>;
}

/** Compiles a parsed design: placeholders, images, background. Cheap; done once per version. */
export async function compileTemplate(design: Design): Promise<CompiledTemplate> {
  const uris = [
    design.background?.image,
    ...design.elements.map((element) => (element.type === 'image' ? (element.src ?? element.asset) : undefined)),
  ];
  const images = new Map<string, PlacedImage>();
  for (const uri of uris) if (uri && !images.has(uri)) images.set(uri, await readImage(uri));
  const parts = design.elements.map((element) => {
    if (element.type === 'text') return parsePlaceholders(element.text) ?? [];
    return element.type === 'qr' ? (parsePlaceholders(element.value ?? DEFAULTS.qr.value) ?? []) : [];
  });
  return { design, images, parts, background: background(design, images), drawings: { kept: new Map(), glyphs: 0 } };
}

/** A published design as far as values are checked with it: its pictures, which no value touches, are left out. */
export async function compileTexts(json: string): Promise<CompiledTemplate> {
  const { background: _, ...design } = readDesign(json);
  const elements = design.elements.map((element): DesignElement => {
    if (element.type !== 'image') return element;
    const { x, y, width, height } = element;
    return { type: 'shape', shape: 'rectangle', x, y, width, height };
  });
  return compileTemplate({ ...design, elements });
}

/** A design that parseDesign has made, from its JSON. */
export const readDesign = (json: string): Design => checkDocument(JSON.parse(json));

async function readImage(uri: string): Promise<PlacedImage> {
  const bytes = Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64');
  const sharp = await loadSharp();
  const { width = 1, height = 1, format } = await sharp(bytes).metadata();
  // Nothing else is drawn safely; a design that was parsed has no other.
  if (format !== 'png' && format !== 'jpeg') throw new Error(`the design has a picture that is not safe: ${format}`);
  return { uri, bytes, width, height, format };
}

function background({ page, background }: Design, images: ReadonlyMap<string, PlacedImage>): PlacedElement[] {
  const box: Box = { x: 0, y: 0, ...page };
  const fills: Drawing[] = [];
  const filled = (fill: Extract<Drawing, { kind: 'path' }>['fill']) =>
    fills.push({ kind: 'path', path: rectanglePath(box), fill, stroke: null, strokeWidth: 0 });
  filled(parseColor(background?.color ?? DEFAULTS.background.color));
  if (background?.gradient) {
    const stops = background.gradient.stops.flatMap(({ offset, color }) => {
      const parsed = parseColor(color);
      return parsed ? [{ offset, color: parsed }] : [];
    });
    stops.sort((a, b) => a.offset - b.offset);
    filled({ coordinates: gradientLine(box, background.gradient.angle), stops });
  }
  const image = background?.image ? images.get(background.image) : undefined;
  if (image)
    fills.push({
      kind: 'image',
      image,
      box: fitBox(box, image, background?.fit ?? DEFAULTS.background.fit),
      clip: rectanglePath(box),
    });
  return fills.map((drawing) => ({ drawing, opacity: 1, rotation: 0, around: box }));
}
