import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { UsedFont } from '../fonts/used-font.ts';
import { nameOf } from '../reading/generic.ts';
import type { Raw } from '../reading/source.ts';
import { numberToken } from '../reading/tokens.ts';
import { cmykSpace } from './cmyk.ts';
import { copyColorSpace, DEVICE_SPACES } from './color-spaces.ts';
import { copyGlyphs } from './glyphs.ts';
import { copyPattern, copyShading } from './patterns.ts';
import { copyState, fontOfState } from './states.ts';
import type { Surroundings } from './streams.ts';
import { copyXObject } from './x-objects.ts';

type Kind = 'ColorSpace' | 'ExtGState' | 'Font' | 'Pattern' | 'Shading' | 'XObject';

/** Resources of a content stream: resolves names, and keeps resources that are used. */
export class Names {
  readonly #around: Surroundings;
  readonly #used = new Map<Kind, Map<string, PdfValue>>();
  /** Names of added resources by value, so that each is added once. */
  readonly #added = new Map<PdfValue, string>();
  /** Fonts that graphics states select, by their added names. */
  readonly #ofStates = new Map<string, Raw>();

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Returns the resource of the source with a name. */
  raw(kind: Kind | 'Properties', name: string): Raw {
    const { graph, resources } = this.#around;
    return graph.source.entry(graph.source.dict(graph.source.entry(resources, kind)), name);
  }

  /** Keeps a named resource. Returns false if it does not exist or shows nothing. */
  use(kind: 'ExtGState' | 'Pattern' | 'Shading' | 'XObject', name: string): boolean {
    if (this.#used.get(kind)?.has(name)) return true;
    const raw = this.raw(kind, name);
    if (raw === undefined) return false;
    const made = this.#copy(kind, raw);
    if (made === null) return false;
    this.#keep(kind, name, made);
    return true;
  }

  /** Returns the number of operations to draw a used resource. */
  workOf(kind: 'XObject' | 'Pattern', name: string): number {
    return this.#around.graph.workOf(this.#used.get(kind)?.get(name));
  }

  font(name: string): UsedFont {
    return this.#around.fonts.of(this.#rawFont(name));
  }

  /** Keeps a font for the codes of shown text. */
  keepFont(name: string, codes: readonly number[]): void {
    const font = this.font(name);
    const copy = font.isType3 ? copyGlyphs(this.#around, this.#rawFont(name), codes) : font.keep(codes);
    this.#keep('Font', name, copy);
  }

  #rawFont = (name: string): Raw => this.#ofStates.get(name) ?? this.raw('Font', name);

  /** Returns the operands that select the font of a graphics state; null if it selects none. */
  fontOfState(name: string): [font: string, size: string] | null {
    const found = fontOfState(this.#around, this.raw('ExtGState', name));
    if (!found) return null;
    const [font, size] = found;
    const known = [...this.#ofStates].find(([, raw]) => raw === font)?.[0];
    let own = known ?? `${name}Font`;
    while (known === undefined && this.raw('Font', own) !== undefined) own += '0';
    this.#ofStates.set(own, font);
    return [own, numberToken(String(size))];
  }

  /** Returns the name of a colour space in the result; null if it does not exist. */
  spaceName(name: string): string | null {
    if (name === 'DeviceCMYK') return this.add('ColorSpace', 'CMYK', cmykSpace(this.#around.graph));
    if (DEVICE_SPACES.includes(name) || name === 'Pattern') return name;
    const raw = this.raw('ColorSpace', name);
    if (raw === undefined) return null;
    const space = copyColorSpace(this.#around.graph, raw, (other) => this.raw('ColorSpace', other));
    this.#keep('ColorSpace', name, space);
    return name;
  }

  /** Keeps a resource under an unused name, with a number appended if needed. */
  add(kind: Kind, wanted: string, value: PdfValue): string {
    const known = this.#added.get(value);
    if (known !== undefined) return known;
    let [name, number] = [wanted, 1];
    while (this.raw(kind, name) !== undefined || this.#used.get(kind)?.has(name)) name = `${wanted}${number++}`;
    this.#keep(kind, name, value);
    this.#added.set(value, name);
    return name;
  }

  /** Returns the resource dictionary with the used resources. */
  toValue(): PdfValue {
    const kinds = [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(kinds.map(([kind, names]) => [kind, Object.fromEntries(names)]));
  }

  #keep(kind: Kind, name: string, value: PdfValue): void {
    nameOf(`/${name}`);
    const names = this.#used.get(kind) ?? new Map<string, PdfValue>();
    this.#used.set(kind, names.set(name, value));
  }

  #copy(kind: 'ExtGState' | 'Pattern' | 'Shading' | 'XObject', raw: Raw): PdfValue | null {
    switch (kind) {
      case 'ExtGState':
        return copyState(this.#around, raw);
      case 'Pattern':
        return copyPattern(this.#around, raw);
      case 'Shading':
        return copyShading(this.#around, raw);
      case 'XObject':
        return copyXObject(this.#around, raw);
    }
  }
}
