import type { PDFDict } from 'pdf-lib';
import type { PdfObject, PdfValue } from '../graphics/pdf-objects.ts';
import { Fonts } from './fonts/fonts.ts';
import { broken, refused } from './reading/fault.ts';
import { Graph } from './reading/graph.ts';
import { withPdfium } from './reading/pdfium.ts';
import { openPdf, type Raw, type Source } from './reading/source.ts';
import { copyGroup } from './rewriting/groups.ts';
import { openStreams } from './rewriting/rewrite.ts';

/** Coordinates of the lower left and the upper right corner, in units of the PDF. */
export type Corners = readonly [left: number, bottom: number, right: number, top: number];

/** First page of a PDF, reduced to its visible content. */
export interface PdfPage {
  media: Corners;
  crop: Corners;
  /** Rotation in degrees clockwise: 0, 90, 180 or 270. */
  rotate: number;
  /** Points per unit. */
  unit: number;
  content: Uint8Array;
  resources: PdfValue;
  /** Transparency group of the page if anything in it is blended. */
  group: PdfValue | null;
  /** Objects that the resources refer to. */
  objects: readonly PdfObject[];
}

const MAX_PAGES = 10_000;

/** Reads the first page of a PDF (ISO 32000-1). Throws DesignError with the path `background.pdf` if it cannot be used. */
export async function readPage(bytes: Uint8Array): Promise<PdfPage> {
  const source = await openPdf(bytes);
  const page = firstPage(source);
  const inherited = (key: string) => inheritedEntry(source, page, key);
  const [media, crop] = boxesOf(source, inherited);
  return withPdfium((pdfium) => {
    const graph = new Graph(source, pdfium);
    try {
      return { media, crop, ...rewritten(graph, page, inherited) };
    } finally {
      graph.close();
    }
  });
}

function rewritten(graph: Graph, page: PDFDict, inherited: (key: string) => Raw): Omit<PdfPage, 'media' | 'crop'> {
  const { source } = graph;
  const fonts = new Fonts(graph);
  const resources = source.dict(inherited('Resources'));
  const streams = openStreams(graph, fonts, resources);
  const contents = source.list(source.entry(page, 'Contents')).flatMap((item) => source.stream(item) ?? []);
  const { content } = streams.rewrite(contents);
  if (graph.missingFonts.size > 0) {
    throw refused('pdf_fonts_missing', { fonts: [...graph.missingFonts].sort().slice(0, 20) });
  }
  fonts.finish();
  const group = graph.isBlended ? copyGroup(graph, source.entry(page, 'Group'), resources) : null;
  return {
    rotate: rotationOf(source.number(inherited('Rotate'))),
    unit: unitOf(source.number(source.entry(page, 'UserUnit'))),
    content,
    resources: streams.resources(),
    group: graph.isBlended ? { S: '/Transparency', CS: '/DeviceRGB', ...(group as object), I: 'true' } : null,
    objects: graph.objects,
  };
}

/** Returns the first leaf of the page tree. */
function firstPage(source: Source): PDFDict {
  const seen = new Set<PDFDict>();
  const waiting: Raw[] = [source.entry(source.root, 'Pages')];
  while (waiting.length > 0) {
    const node = source.dict(waiting.pop());
    if (!node || seen.has(node)) continue;
    seen.add(node);
    if (seen.size > MAX_PAGES) break;
    const kids = source.array(source.entry(node, 'Kids'));
    if (!kids) return node;
    waiting.push(...kids.slice(0, MAX_PAGES).reverse());
  }
  throw broken('it has no page');
}

function inheritedEntry(source: Source, page: PDFDict, key: string): Raw {
  let node: PDFDict | undefined = page;
  for (let depth = 0; node && depth < 100; depth++) {
    const value = source.get(source.entry(node, key));
    if (value !== undefined) return value;
    node = source.dict(source.entry(node, 'Parent'));
  }
  return undefined;
}

function boxesOf(source: Source, inherited: (key: string) => Raw): [media: Corners, crop: Corners] {
  const media = cornersOf(source.numbers(inherited('MediaBox')));
  if (!media) throw broken('the page has no size');
  const crop = cornersOf(source.numbers(inherited('CropBox')));
  const common: Corners | null = crop && [
    Math.max(media[0], crop[0]),
    Math.max(media[1], crop[1]),
    Math.min(media[2], crop[2]),
    Math.min(media[3], crop[3]),
  ];
  return [media, common && common[0] < common[2] && common[1] < common[3] ? common : media];
}

function cornersOf(numbers: readonly number[] | undefined): Corners | null {
  const [a, b, c, d] = numbers ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const corners: Corners = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  const isSound =
    corners.every((number) => Math.abs(number) < 1e6) && corners[0] < corners[2] && corners[1] < corners[3];
  return isSound ? corners : null;
}

const rotationOf = (degrees = 0): number => (degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0);
const unitOf = (unit = 1): number => (unit > 0 && unit <= 1000 ? unit : 1);
