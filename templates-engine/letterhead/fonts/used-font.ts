import type { PDFDict } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Graph } from '../reading/graph.ts';
import { type CodeMap, codeMapOf, ONE_BYTE } from './codes.ts';
import { copyFont } from './copy-font.ts';
import { GlyphSource, type Outline } from './glyph-source.ts';
import { type IsSound, soundnessOf } from './soundness.ts';
import { isStandard } from './standard-fonts.ts';
import { type Characters, charactersOf, withPrivate } from './unicode.ts';
import { type CidMetrics, cidMetrics, simpleWidths } from './widths.ts';

const PROGRAMS = ['FontFile', 'FontFile2', 'FontFile3'] as const;

/** Font of shown text. Its sound codes keep it, and its other codes become outlines. */
export class UsedFont {
  readonly #graph: Graph;
  readonly #dict: PDFDict | undefined;
  readonly codes: CodeMap;
  /** Set if the glyphs are content streams, which are rewritten themselves. */
  readonly isType3: boolean;
  /** Thousandths of an em per unit of the widths. */
  readonly #unit: number;
  readonly #isComposite: boolean;
  readonly #metrics: CidMetrics | null;
  readonly #widths: ((code: number) => number) | null;
  readonly #kept = new Set<number>();
  #characters: Characters | undefined;
  #isSound: IsSound | undefined;
  #glyphs: GlyphSource | undefined;
  #glyphsByCid: GlyphSource | undefined;
  #copy: number | undefined;
  #isChecked = false;

  constructor(graph: Graph, dict: PDFDict | undefined) {
    const { source } = graph;
    this.#graph = graph;
    this.#dict = dict;
    const matrix = source.numbers(source.entry(dict, 'FontMatrix'));
    this.isType3 = source.name(source.entry(dict, 'Subtype')) === 'Type3';
    this.#unit = this.isType3 ? (matrix?.[0] ?? 0.001) * 1000 : 1;
    this.#isComposite = source.name(source.entry(dict, 'Subtype')) === 'Type0';
    const descendant = dict && source.dict(source.list(source.entry(dict, 'DescendantFonts'))[0]);
    this.#metrics = this.#isComposite && descendant ? cidMetrics(source, descendant) : null;
    this.#widths = dict && !this.#isComposite ? simpleWidths(source, dict) : null;
    this.codes = this.#isComposite ? codeMapOf(source, source.entry(dict, 'Encoding')) : ONE_BYTE;
  }

  isSound(code: number): boolean {
    if (this.isType3) return true;
    if (!this.#dict) return false;
    this.#characters ??= charactersOf(this.#graph, this.#dict, this.#isComposite);
    this.#isSound ??= soundnessOf(this.#graph, this.#dict, this.#characters);
    return this.#isSound(code);
  }

  /** Keeps the font for these codes. Returns the index of its copy. */
  keep(codes: readonly number[]): PdfValue {
    for (const code of codes) this.#kept.add(code);
    this.#copy ??= this.#graph.add('null');
    return this.#copy;
  }

  /** Copies the font if any text keeps it. All text must have been read. */
  finish(): void {
    if (this.#copy === undefined || !this.#dict || !this.#characters) return;
    const characters = withPrivate(this.#characters, [...this.#kept]);
    this.#graph.objects[this.#copy] = { value: copyFont(this.#graph, this.#dict, characters) };
  }

  /** Returns the width in thousandths of an em. */
  width(code: number): number {
    if (this.#metrics && this.codes.isIdentity) return this.#metrics.width(code);
    const cid = this.codes.longCid(code);
    if (this.#metrics && cid !== null) return this.#metrics.width(cid);
    if (this.isType3) return (this.#widths?.(code) ?? 0) * this.#unit;
    return this.#widths?.(code) ?? this.#source().width(code);
  }

  /** Returns the metrics of vertical writing. */
  vertical(code: number): { advance: number; x: number; y: number } {
    const metrics = this.#metrics?.vertical(this.codes.isIdentity ? code : -1) ?? { advance: -1000, x: 500, y: 880 };
    return this.codes.isIdentity ? metrics : { ...metrics, x: this.width(code) / 2 };
  }

  outline(code: number): Outline {
    if (!this.#isChecked) this.#checkProgram();
    const cid = this.codes.longCid(code);
    // A CID has two bytes (ISO 32000-1, annex C).
    if (cid !== null) return (cid <= 0xffff && this.#sourceByCid().outline(cid)) || [];
    return this.#source().outline(code, this.#characters?.get(code)) ?? [];
  }

  #sourceByCid(): GlyphSource {
    const changes = { replaced: { Encoding: '/Identity-H' } };
    this.#glyphsByCid ??= new GlyphSource(this.#graph, this.#dict, this.#isComposite, changes);
    return this.#glyphsByCid;
  }

  #source(): GlyphSource {
    this.#glyphs ??= new GlyphSource(this.#graph, this.#dict, this.#isComposite);
    return this.#glyphs;
  }

  /** Records a font without a program. Only the standard fonts have known glyphs then. */
  #checkProgram(): void {
    this.#isChecked = true;
    const { source } = this.#graph;
    const descendant = source.dict(source.list(source.entry(this.#dict, 'DescendantFonts'))[0]);
    if (!this.#dict || (this.#isComposite && !descendant)) return;
    const descriptor = source.dict(source.entry(descendant ?? this.#dict, 'FontDescriptor'));
    if (PROGRAMS.some((entry) => source.stream(source.entry(descriptor, entry)))) return;
    const name = nameOf(source.name(source.entry(this.#dict, 'BaseFont')));
    const isKnown = !this.#isComposite && isStandard(name);
    (isKnown ? this.#graph.replacedFonts : this.#graph.missingFonts).add(name);
  }
}

/** Returns the name of a font for people, without the prefix of a subset. */
function nameOf(name = 'a font without a name'): string {
  const decoded = name.replaceAll(/#([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decoded.replace(/^[A-Z]{6}\+/, '').slice(0, 80);
}
