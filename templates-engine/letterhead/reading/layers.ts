import { type PDFDict, PDFRef } from 'pdf-lib';
import type { Raw, Source } from './source.ts';

const MAX_DEPTH = 20;

/** Visibility of optional content when a viewer opens the file (ISO 32000-1, 8.11). */
export class Layers {
  readonly #source: Source;
  /** References of the hidden groups. */
  readonly #off: ReadonlySet<string>;

  constructor(source: Source) {
    this.#source = source;
    const properties = source.entry(source.root, 'OCProperties');
    const config = source.dict(source.entry(source.dict(properties), 'D'));
    const tags = (value: Raw) => (source.array(value) ?? []).filter((item) => item instanceof PDFRef).map(String);
    const isOffAtFirst = source.name(source.entry(config, 'BaseState')) === 'OFF';
    const off = new Set(isOffAtFirst ? tags(source.entry(source.dict(properties), 'OCGs')) : []);
    for (const tag of tags(source.entry(config, 'ON'))) off.delete(tag);
    for (const tag of tags(source.entry(config, 'OFF'))) off.add(tag);
    this.#off = off;
  }

  /** Returns true if content of a group or membership dictionary is hidden. Returns false for any other value. */
  isHidden(value: Raw): boolean {
    const dict = this.#source.dict(value);
    if (!dict) return false;
    if (this.#source.name(this.#source.entry(dict, 'Type')) !== 'OCMD') return this.#isOff(value);
    const expression = this.#source.array(this.#source.entry(dict, 'VE'));
    return expression ? !this.#holds(this.#source.entry(dict, 'VE'), 0) : !this.#policyHolds(dict);
  }

  #isOff(value: Raw): boolean {
    return value instanceof PDFRef && this.#off.has(String(value));
  }

  /** Evaluates the policy P of a membership dictionary for its groups (table 99). */
  #policyHolds(dict: PDFDict): boolean {
    const entry = this.#source.entry(dict, 'OCGs');
    const groups = this.#source.array(entry) ?? (entry === undefined ? [] : [entry]);
    const known = groups.filter((group) => this.#source.dict(group));
    if (known.length === 0) return true;
    const isOff = (group: Raw) => this.#isOff(group);
    switch (this.#source.name(this.#source.entry(dict, 'P'))) {
      case 'AllOn':
        return !known.some(isOff);
      case 'AnyOff':
        return known.some(isOff);
      case 'AllOff':
        return known.every(isOff);
      default:
        return !known.every(isOff);
    }
  }

  /** Evaluates a visibility expression: a group, or an array of an operator and its operands. */
  #holds(value: Raw, depth: number): boolean {
    const parts = this.#source.array(value);
    if (!parts) return !this.#isOff(value);
    if (depth > MAX_DEPTH) return true;
    const [operator, ...operands] = parts;
    const holds = (operand: Raw) => this.#holds(operand, depth + 1);
    const name = this.#source.name(operator);
    if (name === 'Not') return !holds(operands[0]);
    return name === 'Or' ? operands.some(holds) : operands.every(holds);
  }
}
