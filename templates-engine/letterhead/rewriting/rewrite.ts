import type { PDFDict, PDFRawStream } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Fonts } from '../fonts/fonts.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph, Rewritten } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykSpace } from './cmyk.ts';
import { copyInlineImage } from './inline-image.ts';
import { Lexer, type Operation } from './lexer.ts';
import { Marks } from './marks.ts';
import { Names } from './names.ts';
import { operandsOf, PAINTS_PATH } from './operators.ts';
import type { Streams } from './streams.ts';
import { isOfText, TextObject } from './text-object.ts';
import { INITIAL_TEXT_STATE, setTextState, type TextState } from './text-state.ts';

const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
/** Maximum nesting depth of graphics states (ISO 19005-3, 6.1.13). */
const MAX_STATES = 28;
const COLORS = new Set(['sc', 'SC', 'scn', 'SCN']);

/**
 * Opens content streams with their resources. They are rewritten as one, with only the operators of ISO 32000-1 and valid operands. Drops
 * marked content, hidden content and invisible text. Inline pictures become objects, and CMYK uses a separate colour space.
 */
export function openStreams(graph: Graph, fonts: Fonts, resources: PDFDict | undefined): Streams {
  const names = new Names({ graph, fonts, resources, open: (inner) => openStreams(graph, fonts, inner) });
  return {
    rewrite: (streams) => new Rewriter(graph, joined(graph, streams), names).run(),
    resources: () => names.toValue(),
  };
}

function joined(graph: Graph, streams: readonly PDFRawStream[]): Buffer {
  const parts = streams.flatMap((stream) => {
    const data = decodeBytes(graph.source, stream, graph.remaining('content'));
    graph.spend('content', data.length);
    return [data, Buffer.from('\n')];
  });
  return Buffer.concat(parts);
}

class Rewriter {
  readonly #graph: Graph;
  readonly #lexer: Lexer;
  readonly #names: Names;
  readonly #marks: Marks;
  readonly #out: string[] = [];
  /** Lines that select fonts, by name. Fonts that show no text as text are dropped. */
  readonly #choices = new Map<string, string>();
  /** Codes of text that remains text, by font. */
  readonly #shown = new Map<string, Set<number>>();
  readonly #states: TextState[] = [];
  #state: TextState = { ...INITIAL_TEXT_STATE };
  #text: TextObject | null = null;
  #operations = 0;

  constructor(graph: Graph, content: Buffer, names: Names) {
    this.#graph = graph;
    this.#lexer = new Lexer(content);
    this.#names = names;
    this.#marks = new Marks(graph, names);
  }

  run(): Rewritten {
    for (let operation = this.#lexer.next(); operation; operation = this.#lexer.next()) this.#operation(operation);
    this.#endText();
    for (const _ of this.#states) this.#out.push('Q');
    for (const [font, codes] of this.#shown) this.#names.keepFont(font, [...codes]);
    const isNeeded = (line: string) => this.#shown.has(this.#choices.get(line) ?? '') || !this.#choices.has(line);
    const content = Buffer.from(this.#out.filter(isNeeded).join('\n'), 'latin1');
    return { content, operations: this.#operations };
  }

  /** Counts operations against the limit. Forms that draw other forms many times could take almost forever. */
  #count(operations: number): void {
    this.#operations += operations;
    if (this.#operations > this.#graph.remaining('operations')) this.#graph.spend('operations', this.#operations);
  }

  #operation({ operator, operands: given }: Operation): void {
    this.#count(1);
    if (operator === 'BI') this.#inlineImage();
    else if (COLORS.has(operator)) this.#color(operator, given);
    else if (!this.#marks.take(operator, given)) this.#known(operator, operandsOf(operator, given));
  }

  #known(operator: string, operands: readonly string[] | null): void {
    if (!operands) return;
    if (PAINTS_PATH.has(operator)) this.#line(this.#marks.isHidden ? 'n' : operator === 'F' ? 'f' : operator);
    else if (isOfText(operator)) this.#ofText(operator, operands);
    else if (!this.#special(operator, operands)) this.#write(operator, operands);
  }

  #write(operator: string, operands: readonly string[]): void {
    setTextState(this.#state, operator, operands);
    this.#line([...operands, operator].join(' '));
  }

  #line(line: string): void {
    if (this.#text) this.#text.line(line);
    else this.#out.push(line);
  }

  /** Handles operators that need more than their operands. Returns true if nothing remains to be written. */
  #special(operator: string, operands: readonly string[]): boolean {
    const [first = ''] = operands;
    switch (operator) {
      case 'q':
        this.#states.push({ ...this.#state });
        if (this.#states.length > MAX_STATES) throw broken(`graphics states are nested more than ${MAX_STATES} deep`);
        return false;
      case 'Q': {
        const state = this.#states.pop();
        if (!state) return true;
        this.#state = state;
        return false;
      }
      case 'BT':
        this.#endText();
        this.#text = this.#startText();
        return true;
      case 'ET':
        this.#endText();
        return true;
      case 'Tr':
        this.#state.mode = Number(first);
        return ![0, 1, 2, 3, 4, 5, 6, 7].includes(this.#state.mode);
      case 'ri':
        return !INTENTS.includes(first);
      case 'k':
      case 'K':
        return this.#cmyk(operator, operands);
      default:
        return this.#named(operator, operands);
    }
  }

  #named(operator: string, [operand = '', ...rest]: readonly string[]): boolean {
    const name = operand.slice(1);
    switch (operator) {
      case 'Tf':
        this.#choices.set([operand, ...rest, operator].join(' '), name);
        return false;
      case 'cs':
      case 'CS': {
        const space = this.#names.spaceName(name);
        if (space !== null) this.#write(operator, [`/${space}`, ...rest]);
        return true;
      }
      case 'gs':
        this.#graphicsState(name);
        return true;
      case 'sh':
        return this.#marks.isHidden || !this.#names.use('Shading', name);
      case 'Do':
        if (this.#marks.isHidden || !this.#names.use('XObject', name)) return true;
        this.#count(this.#names.workOf('XObject', name));
        return false;
      default:
        return false;
    }
  }

  #graphicsState(name: string): void {
    if (!this.#names.use('ExtGState', name)) return;
    this.#line(`/${name} gs`);
    const [font, size] = this.#names.fontOfState(name) ?? [];
    if (font !== undefined && size !== undefined) this.#known('Tf', [`/${font}`, size]);
  }

  #startText = (): TextObject => new TextObject((name) => this.#names.font(name));

  /** Moves or shows text. Outside of a text object, viewers show it all the same. */
  #ofText(operator: string, operands: readonly string[]): void {
    setTextState(this.#state, operator, operands);
    this.#text ??= this.#startText();
    const { isHidden } = this.#marks;
    const isDeepest = this.#states.length >= MAX_STATES;
    this.#text.step({ operator, operands, state: { ...this.#state }, isHidden, isDeepest });
  }

  #endText(): void {
    const { lines, kept } = this.#text?.finish() ?? { lines: [], kept: [] };
    this.#text = null;
    for (const line of lines) this.#out.push(line);
    for (const [font, codes] of kept) {
      const shown = this.#shown.get(font) ?? new Set();
      this.#shown.set(font, shown);
      for (const code of codes) shown.add(code);
    }
  }

  /** Writes the components of a colour with an optional pattern. An unknown pattern leaves the colour unset. */
  #color(operator: string, given: readonly string[]): void {
    const last = given.at(-1) ?? '';
    const isPattern = last.startsWith('/');
    const numbers = (isPattern ? given.slice(0, -1) : given).filter((operand) => /^[-+.\d]/.test(operand));
    if (isPattern) {
      if (!this.#names.use('Pattern', last.slice(1))) return;
      this.#count(this.#names.workOf('Pattern', last.slice(1)));
    }
    this.#write(operator, isPattern ? [...numbers, last] : numbers);
  }

  #cmyk(operator: string, operands: readonly string[]): true {
    const name = this.#names.add('ColorSpace', 'CMYK', cmykSpace(this.#graph));
    this.#line(operator === 'k' ? `/${name} cs` : `/${name} CS`);
    this.#write(operator === 'k' ? 'sc' : 'SC', operands);
    return true;
  }

  #inlineImage(): void {
    const spaces = (name: string): Raw => this.#names.raw('ColorSpace', name);
    const image: PdfValue | null = copyInlineImage(this.#graph, this.#lexer, spaces);
    if (this.#marks.isHidden || image === null) return;
    this.#line(`/${this.#names.add('XObject', 'Inline', image)} Do`);
  }
}
