import { PDFHexString, PDFString } from 'pdf-lib';
import { multiply } from '../../graphics/matrix.ts';
import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import type { Code } from '../fonts/codes.ts';
import type { UsedFont } from '../fonts/used-font.ts';
import { itemsIn } from './lexer.ts';
import { SHOWS_TEXT } from './operators.ts';
import { clipTo, drawGlyphs, type PlacedGlyph, realToken } from './outlines.ts';
import type { TextState } from './text-state.ts';

/** Operator of a text object, with the state after it. Shown text can be hidden. */
interface Step {
  operator: string;
  operands: readonly string[];
  state: TextState;
  isHidden: boolean;
  /** Set if the graphics states are as deep as PDF/A allows. */
  isDeepest: boolean;
  /** Codes of shown text, with the adjustments of an array between them. */
  shown: readonly (readonly Code[] | number)[];
}

/** Result of a text object: its lines, and the codes of text that remains text, by font. */
export interface WrittenText {
  lines: string[];
  kept: [font: string, codes: number[]][];
}

/** Maximum bytes of a string (ISO 19005-3, 6.1.13), rounded to whole codes. */
const MAX_STRING = 32_000;
const INVISIBLE = 3;
const FIRST_CLIP = 4;
/** Operators that a text object can contain besides those that move or show text (ISO 32000-1, figure 9). */
const IN_TEXT: ReadonlySet<string> = new Set(
  'Tc Tw Tz TL Tf Tr Ts g G rg RG k K cs CS sc scn SC SCN gs w J j M d ri i'.split(' '),
);
const MOVES: ReadonlySet<string> = new Set(['Td', 'TD', 'Tm', 'T*']);

export const isOfText = (operator: string): boolean => MOVES.has(operator) || SHOWS_TEXT.has(operator);

/**
 * Collects a text object (ISO 32000-1, 9.4). It stays as it is if PDF/A allows all of its text. Otherwise each piece of text has its own
 * position, and text that PDF/A does not allow becomes outlines.
 */
export class TextObject {
  readonly #fontOf: (name: string) => UsedFont;
  readonly #steps: (Step | string)[] = [];

  constructor(fontOf: (name: string) => UsedFont) {
    this.#fontOf = fontOf;
  }

  /** Adds an operator that does not depend on the text's position. */
  line(line: string): void {
    this.#steps.push(line);
  }

  /** Adds an operator that moves or shows text. */
  step({ operator, operands, state, isHidden, isDeepest }: Omit<Step, 'shown'>): void {
    const font = state.font === null ? null : this.#fontOf(state.font);
    const shown = font && SHOWS_TEXT.has(operator) ? shownBy(operands.at(-1) ?? '', font) : [];
    // Viewers do not show text without a font.
    const isUnseen = isHidden || !font || state.mode === INVISIBLE;
    this.#steps.push({ operator, operands, state, isHidden: isUnseen, isDeepest, shown });
  }

  finish(): WrittenText {
    const steps = this.#steps
      .filter((step) => typeof step !== 'string')
      .filter(({ operator }) => SHOWS_TEXT.has(operator));
    const lines = this.#steps.filter((step) => typeof step === 'string');
    if (steps.every((step) => step.isHidden || codesIn(step.shown).length === 0))
      return { lines: [...lines, ...this.#leading()], kept: [] };
    const isPlain = lines.every((line) => IN_TEXT.has(line.split(' ').at(-1) ?? ''));
    const isWhole =
      isPlain && steps.every((step) => !step.isHidden && codesIn(step.shown).length > 0 && this.#isSound(step));
    return isWhole ? this.#whole() : this.#inPieces();
  }

  /** Returns the leading that a dropped text object leaves. */
  #leading(): string[] {
    const last = this.#steps.findLast((step) => typeof step !== 'string' && step.operator === 'TD');
    return typeof last === 'object' ? [`${realToken(last.state.leading)} TL`] : [];
  }

  #isSound({ state, shown }: Step): boolean {
    const font = this.#fontOf(state.font ?? '');
    return codesIn(shown).every(({ value }) => font.isSound(value));
  }

  #whole(): WrittenText {
    const kept: WrittenText['kept'] = [];
    const lines = this.#steps.flatMap((step) => {
      if (typeof step === 'string') return [step];
      if (SHOWS_TEXT.has(step.operator))
        kept.push([step.state.font ?? '', codesIn(step.shown).map(({ value }) => value)]);
      return shownLines(step);
    });
    return { lines: ['BT', ...lines, 'ET'], kept };
  }

  #inPieces(): WrittenText {
    const written: WrittenText = { lines: [], kept: [] };
    const position: { line: Matrix; text: Matrix } = { line: IDENTITY, text: IDENTITY };
    const clips: PlacedGlyph[] = [];
    for (const step of this.#steps) {
      if (typeof step === 'string') written.lines.push(step);
      else {
        move(position, step);
        if (SHOWS_TEXT.has(step.operator)) this.#piece(step, position, written, clips);
        else if (step.operator === 'TD') written.lines.push(`${realToken(step.state.leading)} TL`);
      }
    }
    if (clips.length > 0) written.lines.push(clipTo(clips));
    return written;
  }

  #piece(step: Step, position: { text: Matrix }, { lines, kept }: WrittenText, clips: PlacedGlyph[]): void {
    const { state, isHidden, isDeepest, shown, operator, operands } = step;
    if (operator === '"') lines.push(`${operands[0]} Tw`, `${operands[1]} Tc`);
    if (state.font === null) return;
    const font = this.#fontOf(state.font);
    const isClip = state.mode >= FIRST_CLIP && !font.isType3;
    const start = position.text;
    const isKept = !isHidden && !isClip && this.#isSound(step);
    const glyphs: PlacedGlyph[] = [];
    for (const part of shown) {
      if (typeof part === 'number') position.text = advanced(position.text, font, state, (-part * state.size) / 1000);
      else
        for (const code of part) {
          if (!isKept && !isHidden)
            glyphs.push({ outline: font.outline(code.value), matrix: placed(position.text, font, state, code) });
          position.text = advanced(position.text, font, state, advanceOf(font, state, code));
        }
    }
    if (isHidden || codesIn(shown).length === 0) return;
    if (!isKept) {
      // A text can have more glyphs than a call has arguments.
      for (const line of drawGlyphs(glyphs, state.mode, isDeepest)) lines.push(line);
      if (isClip) for (const glyph of glyphs) clips.push(glyph);
      return;
    }
    kept.push([state.font, codesIn(shown).map(({ value }) => value)]);
    lines.push(
      'BT',
      `${start.map(realToken).join(' ')} Tm`,
      ...shownLines({ ...step, operator: operator === 'TJ' ? 'TJ' : 'Tj' }),
      'ET',
    );
  }
}

const codesIn = (shown: Step['shown']): Code[] => shown.flatMap((part) => (typeof part === 'number' ? [] : part));

/** Splits the operand of a showing operator into codes and adjustments. */
function shownBy(operand: string, font: UsedFont): Step['shown'] {
  const parts = operand.startsWith('[') ? itemsIn(operand) : [operand];
  return parts.map((part) => (/^[(<]/.test(part) ? font.codes.split(bytesIn(part)) : Number(part) || 0));
}

const bytesIn = (token: string): Uint8Array =>
  token.startsWith('<') ? PDFHexString.of(token.slice(1, -1)).asBytes() : PDFString.of(token.slice(1, -1)).asBytes();

/** Writes an operator of text again. Strings over the limit are divided. */
function shownLines({ operator, operands }: Pick<Step, 'operator' | 'operands'>): string[] {
  const own = operator === 'Tj' || operator === 'TJ' ? operands.slice(-1) : operands;
  const last = own.at(-1) ?? '';
  if (last.length <= MAX_STRING || !SHOWS_TEXT.has(operator)) return [[...own, operator].join(' ')];
  const parts = last.startsWith('[') ? itemsIn(last) : [last];
  const divided = parts.flatMap((part) =>
    part.length > MAX_STRING && /^[(<]/.test(part) ? stringsOf(bytesIn(part)) : [part],
  );
  const before = operator === '"' ? [`${own[0]} Tw`, `${own[1]} Tc`, 'T*'] : operator === "'" ? ['T*'] : [];
  return [...before, `[${divided.join(' ')}] TJ`];
}

function stringsOf(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  for (let at = 0; at < bytes.length; at += MAX_STRING)
    strings.push(
      `<${Buffer.from(bytes.subarray(at, at + MAX_STRING))
        .toString('hex')
        .toUpperCase()}>`,
    );
  return strings;
}

/** Moves the text position by an operator, before it shows text. */
function move(position: { line: Matrix; text: Matrix }, { operator, operands, state }: Step): void {
  const by = (x: number, y: number) => {
    position.line = multiply(position.line, [1, 0, 0, 1, x, y]);
    position.text = position.line;
  };
  const numbers = operands.map(Number);
  if (operator === 'Tm') {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
    position.line = [a, b, c, d, e, f];
    position.text = position.line;
  } else if (operator === 'Td' || operator === 'TD') by(numbers[0] ?? 0, numbers[1] ?? 0);
  else if (operator !== 'Tj' && operator !== 'TJ') by(0, -state.leading);
}

/** Returns the distance to the next glyph along the line, before the horizontal scale. */
function advanceOf(font: UsedFont, state: TextState, { value, bytes }: Code): number {
  const width = font.codes.isVertical ? font.vertical(value).advance : font.width(value);
  const words = bytes === 1 && value === 32 ? state.wordSpacing : 0;
  return (width / 1000) * state.size + state.characterSpacing + words;
}

const advanced = (text: Matrix, font: UsedFont, state: TextState, by: number): Matrix =>
  multiply(text, font.codes.isVertical ? [1, 0, 0, 1, 0, by] : [1, 0, 0, 1, by * state.scale, 0]);

/** Returns the matrix of a glyph, from units of one em. */
function placed(text: Matrix, font: UsedFont, { size, scale, rise }: TextState, { value }: Code): Matrix {
  const matrix = multiply(text, [size * scale, 0, 0, size, 0, rise]);
  if (!font.codes.isVertical) return matrix;
  const { x, y } = font.vertical(value);
  return multiply(matrix, [1, 0, 0, 1, -x / 1000, -y / 1000]);
}
