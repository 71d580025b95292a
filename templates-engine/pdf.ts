import { PDFDocument, PDFName, type PDFPage, type PDFRef, PDFString } from 'pdf-lib';
import type { Rgba } from './colors.ts';
import { primaryFace } from './faces.ts';
import type { Box, PathCommand } from './geometry.ts';
import { actualText, hex, PdfFonts } from './pdf-fonts.ts';
import { opacityOf, shadingOf } from './pdf-gradient.ts';
import { type PenPosition, penPositions } from './pen.ts';
import {
  type Drawing,
  type Gradient,
  isGradient,
  type Placed,
  type PlacedElement,
  type PlacedImage,
} from './placed.ts';
import { qrPath } from './qr.ts';
import type { PlacedLine } from './text-layout.ts';

export interface PdfInfo {
  title: string;
  author: string;
  subject?: string;
  /** BCP 47. */
  language?: string;
  createdAt: Date;
}

/** The page as a vector PDF of its own size; the same page and info give the same bytes. */
export async function drawPdf({ page, elements }: Placed, info: PdfInfo): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  describe(document, info);
  const sheet = document.addPage([page.width, page.height]);
  const painter = new Painter(document, sheet);
  for (const element of elements) await painter.paint(element);
  painter.finish();
  return document.save();
}

function describe(document: PDFDocument, info: PdfInfo): void {
  document.setTitle(info.title, { showInWindowTitleBar: true });
  document.setAuthor(info.author);
  if (info.subject) document.setSubject(info.subject);
  document.setLanguage(info.language ?? 'en');
  document.setProducer('Laurel');
  document.setCreator('Laurel');
  document.setCreationDate(info.createdAt);
  document.setModificationDate(info.createdAt);
}

type ResourceKind = 'XObject' | 'Shading' | 'ExtGState';

/** Writes one page's content stream and gathers what it refers to. */
class Painter {
  readonly #document: PDFDocument;
  readonly #page: PDFPage;
  readonly #fonts: PdfFonts;
  readonly #content: string[] = [];
  readonly #resources: Record<ResourceKind, Record<string, PDFRef>> = {
    XObject: {},
    Shading: {},
    ExtGState: {},
  };
  readonly #images = new Map<string, string>();

  constructor(document: PDFDocument, page: PDFPage) {
    this.#document = document;
    this.#page = page;
    this.#fonts = new PdfFonts(document.context);
    // From here on y grows downwards, as in the design.
    this.#content.push(`1 0 0 -1 0 ${n(page.getHeight())} cm`);
  }

  async paint({ drawing, opacity, rotation, around }: PlacedElement): Promise<void> {
    this.#content.push('q');
    if (opacity < 1) this.#content.push(this.#opacity(opacity));
    if (rotation !== 0) this.#content.push(rotate(rotation, around));
    await this.#draw(drawing, opacity);
    this.#content.push('Q');
  }

  finish(): void {
    const { context } = this.#document;
    const resources = context.obj({ ...this.#resources, Font: this.#fonts.write() });
    this.#page.node.set(PDFName.of('Resources'), resources);
    this.#page.node.set(PDFName.of('Contents'), context.register(context.flateStream(this.#content.join('\n'))));
  }

  async #draw(drawing: Drawing, opacity: number): Promise<void> {
    switch (drawing.kind) {
      case 'path':
        return this.#path(drawing, opacity);
      case 'image':
        return this.#image(drawing);
      case 'qr':
        return this.#qr(drawing, opacity);
      case 'text':
        return this.#text(drawing, opacity);
    }
  }

  #path({ path, fill, stroke, strokeWidth }: Extract<Drawing, { kind: 'path' }>, opacity: number): void {
    if (fill) this.#content.push(...this.#filled(path, fill, opacity));
    if (!stroke || strokeWidth === 0) return;
    this.#content.push(
      'q',
      this.#alpha(stroke, opacity),
      `${rgb(stroke)} RG ${n(strokeWidth)} w`,
      pathData(path),
      'S',
      'Q',
    );
  }

  /** A path in a colour or a gradient; the graphics state is as before. */
  #filled(path: readonly PathCommand[], fill: Rgba | Gradient, opacity: number): string[] {
    if (!isGradient(fill)) return ['q', this.#fill(fill, opacity), pathData(path), 'f', 'Q'];
    const { context } = this.#document;
    const paint = (shading: string) => `${fill.matrix ? `${fill.matrix.map(n).join(' ')} cm ` : ''}/${shading} sh`;
    const mask = opacityOf(context, fill);
    return [
      'q',
      ...(mask ? [this.#softMask(path, paint('S'), { S: mask })] : []),
      pathData(path),
      'W n',
      paint(this.#name('Shading', shadingOf(context, fill))),
      'Q',
    ];
  }

  /** Lets through what follows as much as the content, painted over the path, is bright. */
  #softMask(path: readonly PathCommand[], content: string, shadings: Record<string, PDFRef>): string {
    const { context } = this.#document;
    const points = path.flatMap(([, ...numbers]) => numbers);
    const [xs, ys] = [points.filter((_, index) => index % 2 === 0), points.filter((_, index) => index % 2 === 1)];
    const form = context.flateStream(content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
      Group: { S: 'Transparency', CS: 'DeviceGray' },
      Resources: { Shading: shadings },
    });
    const mask = { Type: 'Mask', S: 'Luminosity', G: context.register(form) };
    const state = context.register(context.obj({ Type: 'ExtGState', SMask: mask }));
    return `/${this.#name('ExtGState', state)} gs`;
  }

  async #image({ box, clip, image }: Extract<Drawing, { kind: 'image' }>): Promise<void> {
    const name = this.#images.get(image.uri) ?? this.#name('XObject', await this.#embed(image));
    this.#images.set(image.uri, name);
    if (clip) this.#content.push(pathData(clip), 'W n');
    this.#content.push(`${n(box.width)} 0 0 ${n(-box.height)} ${n(box.x)} ${n(box.y + box.height)} cm /${name} Do`);
  }

  async #embed({ bytes, format }: PlacedImage): Promise<PDFRef> {
    return (format === 'png' ? await this.#document.embedPng(bytes) : await this.#document.embedJpg(bytes)).ref;
  }

  #qr({ box, background, color, code, value }: Extract<Drawing, { kind: 'qr' }>, opacity: number): void {
    const { x, y, width, height } = box;
    if (background)
      this.#content.push(this.#fill(background, opacity), `${[x, y, width, height].map(n).join(' ')} re f`);
    this.#content.push(this.#fill(color, opacity), pathData(qrPath(code())), 'f');
    if (/^https?:\/\//.test(value)) this.#link(box, value);
  }

  #link({ x, y, width, height }: Box, uri: string): void {
    const { context } = this.#document;
    const bottom = this.#page.getHeight() - y - height;
    const action = { Type: 'Action', S: 'URI', URI: PDFString.of(new URL(uri).href) };
    const contents = PDFString.of('Verify this certificate');
    const annotation = {
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [x, bottom, x + width, bottom + height],
      Border: [0, 0, 0],
      Contents: contents,
      A: action,
    };
    this.#page.node.addAnnot(context.register(context.obj(annotation)));
  }

  #text({ box, color, layout }: Extract<Drawing, { kind: 'text' }>, opacity: number): void {
    this.#content.push(this.#fill(color, opacity), 'BT');
    const colored: PenPosition[] = [];
    for (const line of layout.lines) {
      for (const { text, glyphs } of spansOf(line, layout.size)) {
        const shown = glyphs.map((glyph) => (glyph.face.layers ? this.#hidden : this.#glyph)(glyph, box, layout.size));
        this.#content.push(`/Span << /ActualText ${actualText(text)} >> BDC`, ...shown, 'EMC');
        colored.push(...glyphs.filter(({ face }) => face.layers));
      }
    }
    this.#content.push('ET');
    for (const glyph of colored) this.#colored(glyph, box, layout.size, opacity);
  }

  readonly #glyph = ({ face, id, text, x, y }: PenPosition, box: Box, size: number): string => {
    const font = this.#fonts.use(face, id, text);
    return `/${font} ${n(size)} Tf 1 0 0 -1 ${n(box.x + x)} ${n(box.y + y)} Tm <${hex(id)}> Tj`;
  };

  /** A space as wide as the glyph, for readers to find its text at; its shapes are drawn outside the text. */
  readonly #hidden = (glyph: PenPosition, box: Box, size: number): string => {
    const face = primaryFace({ family: 'Noto Sans', weight: 400, italic: false });
    const id = face.font.nominalGlyph(0x20) ?? 0;
    const stretch = (glyph.advance / (face.font.glyphHAdvance(id) / face.unitsPerEm)) * 100;
    return `${n(stretch)} Tz ${this.#glyph({ ...glyph, face, id, text: ' ' }, box, size)} 100 Tz`;
  };

  #colored({ face, id, x, y }: PenPosition, box: Box, size: number, opacity: number): void {
    const scale = size / face.unitsPerEm;
    this.#content.push('q', `${[scale, 0, 0, -scale, box.x + x, box.y + y].map(n).join(' ')} cm`);
    for (const { path, fill } of face.layers?.(id) ?? []) this.#content.push(...this.#filled(path, fill, opacity));
    this.#content.push('Q');
  }

  #fill(color: Rgba, opacity: number): string {
    return `${this.#alpha(color, opacity)} ${rgb(color)} rg`;
  }

  #alpha(color: Rgba, opacity: number): string {
    return color.alpha < 1 ? this.#opacity(color.alpha * opacity) : '';
  }

  #opacity(value: number): string {
    const name = `A${Math.round(value * 1000)}`;
    const { context } = this.#document;
    this.#resources.ExtGState[name] ??= context.register(context.obj({ Type: 'ExtGState', ca: value, CA: value }));
    return `/${name} gs`;
  }

  #name(kind: ResourceKind, reference: PDFRef): string {
    const name = `${kind[0]}${Object.keys(this.#resources[kind]).length}`;
    this.#resources[kind][name] = reference;
    return name;
  }
}

function rotate(degrees: number, { x, y, width, height }: Box): string {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [cx, cy] = [x + width / 2, y + height / 2];
  return `${[cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy].map(n).join(' ')} cm`;
}

/**
 * What each piece of a line says, whatever ligatures and marks its glyphs are. A line is one piece; one with
 * right-to-left text is a piece for each letter, from left to right: readers turn those round by themselves.
 */
function spansOf(line: PlacedLine, size: number): { text: string; glyphs: PenPosition[] }[] {
  const glyphs = penPositions(line, size);
  if (!RIGHT_TO_LEFT.test(line.line.text)) return glyphs.length > 0 ? [{ text: line.line.text, glyphs }] : [];
  const clusters = new Map<string, { text: string; glyphs: PenPosition[] }>();
  for (const glyph of glyphs) {
    const cluster = clusters.get(glyph.cluster) ?? { text: '', glyphs: [] };
    cluster.text += glyph.text;
    cluster.glyphs.push(glyph);
    clusters.set(glyph.cluster, cluster);
  }
  // A reader takes a piece to reach from its first glyph to its last: marks that stand over a letter say nothing apart.
  return [...clusters.values()].flatMap((cluster) => {
    const bases = cluster.glyphs.filter(({ isMark }) => !isMark);
    if (bases.length === 0) return [cluster];
    const marks = cluster.glyphs.filter(({ isMark }) => isMark);
    return [{ text: cluster.text, glyphs: bases }, ...(marks.length > 0 ? [{ text: '', glyphs: marks }] : [])];
  });
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const OPERATOR = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;
const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => [...points.map(n), OPERATOR[command]].join(' ')).join('\n');
const rgb = ({ red, green, blue }: Rgba): string => [red, green, blue].map(n).join(' ');
const n = (value: number): string => String(Math.round(value * 1e5) / 1e5);
