import type { PDFDict, PDFRawStream } from 'pdf-lib';
import type { PdfValue } from '../../graphics/pdf-objects.ts';
import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Graph, Rewritten } from '../reading/graph.ts';
import type { Raw } from '../reading/source.ts';
import { cmykSpace } from './cmyk.ts';
import { copyInlineImage } from './inline-image.ts';
import { Lexer, type Operation } from './lexer.ts';
import { Marks } from './marks.ts';
import { Names } from './names.ts';
import { operandsOf, PAINTS_PATH, SHOWS_TEXT } from './operators.ts';
import type { Streams } from './streams.ts';

const INTENTS = ['/RelativeColorimetric', '/AbsoluteColorimetric', '/Perceptual', '/Saturation'];
/** Maximum nesting depth of graphics states (ISO 19005-3, 6.1.13). */
const MAX_STATES = 28;
const COLORS = new Set(['sc', 'SC', 'scn', 'SCN']);
/** Text rendering mode that shows nothing. */
const INVISIBLE = 3;

interface State {
  font: string | null;
  mode: number;
}

/**
 * Opens content streams with their resources. They are rewritten as one, with only the operators of ISO 32000-1 and valid operands. Drops
 * marked content, hidden content and invisible text. Inline pictures become objects, and CMYK uses a separate colour space.
 */
export function openStreams(graph: Graph, resources: PDFDict | undefined): Streams {
  const names = new Names({ graph, resources, open: (inner) => openStreams(graph, inner) });
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
  /** Positions where fonts are selected, by name. Fonts that show nothing are dropped. */
  readonly #choices: { at: number; font: string }[] = [];
  readonly #shown = new Set<string>();
  readonly #states: State[] = [];
  #state: State = { font: null, mode: 0 };
  #isText = false;
  #operations = 0;

  constructor(graph: Graph, content: Buffer, names: Names) {
    this.#graph = graph;
    this.#lexer = new Lexer(content);
    this.#names = names;
    this.#marks = new Marks(graph, names);
  }

  run(): Rewritten {
    for (let operation = this.#lexer.next(); operation; operation = this.#lexer.next()) this.#operation(operation);
    if (this.#isText) this.#out.push('ET');
    for (const _ of this.#states) this.#out.push('Q');
    for (const { at, font } of this.#choices) if (!this.#shown.has(font)) this.#out[at] = '';
    for (const font of this.#shown) this.#names.keepFont(font);
    const content = Buffer.from(this.#out.filter((line) => line !== '').join('\n'), 'latin1');
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
    if (PAINTS_PATH.has(operator)) this.#out.push(this.#marks.isHidden ? 'n' : operator === 'F' ? 'f' : operator);
    else if (SHOWS_TEXT.has(operator)) this.#text(operator, operands);
    else if (!this.#special(operator, operands)) this.#write(operator, operands);
  }

  #write(operator: string, operands: readonly string[]): void {
    this.#out.push([...operands, operator].join(' '));
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
      case 'ET': {
        const isNeeded = this.#isText === (operator === 'ET');
        this.#isText = operator === 'BT';
        return !isNeeded;
      }
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
        this.#state.font = name;
        this.#choices.push({ at: this.#out.length, font: name });
        return false;
      case 'cs':
      case 'CS': {
        const space = this.#names.spaceName(name);
        if (space !== null) this.#write(operator, [`/${space}`, ...rest]);
        return true;
      }
      case 'gs':
        return !this.#names.use('ExtGState', name);
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

  #text(operator: string, operands: readonly string[]): void {
    const { font, mode } = this.#state;
    if (!this.#isText) return;
    if (this.#marks.isHidden || mode === INVISIBLE) {
      // Keep the move to the next line.
      if (operator === "'" || operator === '"') this.#out.push('T*');
      return;
    }
    const stateFont = this.#names.fontOfState;
    if (font === null && !stateFont) throw broken('text is shown without a font');
    if (font !== null) this.#shown.add(font);
    this.#write(operator, operands);
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
    this.#out.push(operator === 'k' ? `/${name} cs` : `/${name} CS`);
    this.#write(operator === 'k' ? 'sc' : 'SC', operands);
    return true;
  }

  #inlineImage(): void {
    const spaces = (name: string): Raw => this.#names.raw('ColorSpace', name);
    const image: PdfValue | null = copyInlineImage(this.#graph, this.#lexer, spaces);
    if (this.#marks.isHidden || image === null) return;
    this.#out.push(`/${this.#names.add('XObject', 'Inline', image)} Do`);
  }
}
