import type { PDFName } from 'pdf-lib';
import { type PdfValue, valueToPdf } from '../../graphics/pdf-objects.ts';
import { addObjects } from '../../pdf/file/foreign-objects.ts';
import { array, dictionary, reference } from '../../pdf/file/syntax.ts';
import { PdfWriter } from '../../pdf/file/writer.ts';
import { copyDeep } from '../reading/generic.ts';
import { Graph } from '../reading/graph.ts';
import { type OpenDocument, openDocument } from '../reading/pdfium.ts';
import type { Raw } from '../reading/source.ts';

/** Units per em of outlines. PDFium loads glyphs on this grid. */
export const UNITS = 4096;

/** Outline of a glyph as operands and operators of a path, in `UNITS`. */
export type Outline = readonly (readonly [operator: 'm' | 'l' | 'c' | 'h', ...points: number[]])[];

/** Entries of a font that the probes replace. */
const REPLACED = ['ToUnicode', 'Metadata'];
/** Codes of a row have consecutive private characters, so that PDFium finds a glyph by code. */
const FIRST_CHARACTER = 0xe000;
/** Font that viewers use in place of a missing one. */
const DEFAULT_FONT = { Type: '/Font', Subtype: '/Type1', BaseFont: '/Helvetica' };
const [LINE, BEZIER] = [0, 1];
/** Rows of 256 codes in a document of a composite font. Codes of one or two bytes need one document, longer ones need others. */
const ROWS = 256;

interface Changes {
  without?: readonly string[];
  replaced?: Readonly<Record<string, PdfValue>>;
}

/**
 * Glyphs of a font as PDFium draws them, whatever is unusual or wrong about the font. The font is copied into documents of its own, where
 * each page has one text with it. The copies can lack entries, or have others.
 */
export class GlyphSource {
  readonly #graph: Graph;
  readonly #make: (firstRow: number) => Uint8Array;
  readonly #documents = new Map<number, OpenDocument>();
  readonly #pages = new Map<number, number>();
  readonly #buffer: number;

  constructor(graph: Graph, font: Raw, isComposite: boolean, changes: Changes = {}) {
    this.#graph = graph;
    this.#make = (firstRow) => probe(graph, font, isComposite, firstRow, changes);
    this.#buffer = graph.pdfium.pdfium.wasmExports.malloc(8);
    graph.onClose(() => this.#close());
  }

  /**
   * Returns the outline of a code; null if the font has no glyph for it. `character` is the character of the code if known. PDFium does not
   * find the code 0 of simple fonts in ToUnicode, but by that character, or by none.
   */
  outline(code: number, character?: string): Outline | null {
    const { pdfium } = this.#graph;
    const font = this.#fontOf(code);
    const pathOf = (point: number) => font && pdfium.FPDFFont_GetGlyphPath(font, point, 1);
    const path = pathOf(characterOf(code)) || (code === 0 && (pathOf(character?.codePointAt(0) ?? 0) || pathOf(0)));
    if (!path) return null;
    const outline: [Outline[number][0], ...number[]][] = [];
    const count = pdfium.FPDFGlyphPath_CountGlyphSegments(path);
    let curve: number[] = [];
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index);
      const type = pdfium.FPDFPathSegment_GetType(segment);
      const point = this.#point(segment);
      if (type === BEZIER) curve.push(...point);
      else outline.push([type === LINE ? 'l' : 'm', ...point]);
      if (curve.length === 6) {
        outline.push(['c', ...curve]);
        curve = [];
      }
      if (pdfium.FPDFPathSegment_GetClose(segment)) outline.push(['h']);
    }
    return outline;
  }

  /** Returns the width of a code in thousandths of an em. */
  width(code: number): number {
    const { pdfium } = this.#graph;
    const font = this.#fontOf(code);
    if (!font || !pdfium.FPDFFont_GetGlyphWidth(font, characterOf(code), 1000, this.#buffer)) return 0;
    return pdfium.pdfium.HEAPF32[this.#buffer / 4] ?? 0;
  }

  #point(segment: number): [x: number, y: number] {
    const { pdfium } = this.#graph;
    pdfium.FPDFPathSegment_GetPoint(segment, this.#buffer, this.#buffer + 4);
    const [x = 0, y = 0] = pdfium.pdfium.HEAPF32.subarray(this.#buffer / 4, this.#buffer / 4 + 2);
    return [Math.round(x * UNITS), Math.round(y * UNITS)];
  }

  /** Returns PDFium's font for the row of a code; 0 without one. */
  #fontOf(code: number): number {
    const { pdfium } = this.#graph;
    // Codes can have 32 bits, which is too much for the operators on bits.
    const row = Math.floor(code / 256);
    let page = this.#pages.get(row);
    if (page === undefined) {
      const { document } = this.#documentOf(row - (row % ROWS));
      page = document && pdfium.FPDF_LoadPage(document, row % ROWS);
      this.#pages.set(row, page);
    }
    const text = page && pdfium.FPDFPage_GetObject(page, 0);
    return text && pdfium.FPDFTextObj_GetFont(text);
  }

  #documentOf(firstRow: number): OpenDocument {
    const known = this.#documents.get(firstRow);
    if (known) return known;
    const bytes = this.#make(firstRow);
    // Long codes can be far apart, and each document has the whole font.
    if (firstRow > 0) this.#graph.spend('bytes', bytes.length);
    const opened = openDocument(this.#graph.pdfium, bytes);
    this.#documents.set(firstRow, opened);
    return opened;
  }

  #close(): void {
    for (const page of this.#pages.values()) if (page) this.#graph.pdfium.FPDF_ClosePage(page);
    for (const { close } of this.#documents.values()) close();
    this.#graph.pdfium.pdfium.wasmExports.free(this.#buffer);
  }
}

const characterOf = (code: number): number => FIRST_CHARACTER + (code & 255);

/** Returns a PDF with a page for each row of 256 codes from `firstRow`. Its only text has the font, with the characters of that row. */
function probe(
  graph: Graph,
  font: Raw,
  isComposite: boolean,
  firstRow: number,
  { without = [], replaced = {} }: Changes,
): Uint8Array {
  const { source } = graph;
  const copy = new Graph(source, graph.pdfium);
  const dict = source.dict(font);
  const entries = dict
    ? Object.fromEntries(
        dict
          .keys()
          .map((key: PDFName) => key.asString().slice(1))
          .filter((key) => !REPLACED.includes(key) && !without.includes(key))
          .map((key) => [key, copyDeep(copy, source.entry(dict, key)) ?? 'null']),
      )
    : DEFAULT_FONT;
  const file = new PdfWriter();
  const numbers = addObjects(file, copy.objects);
  const pages = file.reserve();
  const kids = Array.from({ length: isComposite ? ROWS : 1 }, (_, index) => {
    const row = firstRow + index;
    const characters = file.addStream({}, Buffer.from(rowMap(row, isComposite)));
    const own = file.add(valueToPdf({ ...entries, ...replaced, ToUnicode: `${characters} 0 R` }, numbers));
    const shown = isComposite ? hex(row * 256 + 32, 4) : '20';
    const content = file.addStream({}, Buffer.from(`BT /F 1 Tf <${shown}> Tj ET`));
    return file.add(
      dictionary({
        Type: '/Page',
        Parent: reference(pages),
        MediaBox: '[0 0 100 100]',
        Resources: `<< /Font << /F ${reference(own)} >> >>`,
        Contents: reference(content),
      }),
    );
  });
  file.add(dictionary({ Type: '/Pages', Kids: array(kids.map(reference)), Count: String(kids.length) }), pages);
  return file.save({ root: file.add(dictionary({ Type: '/Catalog', Pages: reference(pages) })) });
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

function rowMap(row: number, isComposite: boolean): string {
  const [from, to] = [0, 255].map((low) => hex(row * 256 + low, isComposite ? 4 : 2));
  return `begincmap 1 beginbfrange <${from}> <${to}> <${hex(FIRST_CHARACTER, 4)}> endbfrange endcmap`;
}
