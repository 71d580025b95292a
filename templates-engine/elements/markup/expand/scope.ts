import type { ShownValues } from '../../../text/values.ts';
import { isCell } from '../grammar/check-members.ts';

/** Line of a value that `each` iterates over. */
interface Row {
  name: string;
  line: string;
  /** Variable that the line belongs to. */
  variable: string;
  around: Row | null;
}

/** Values that a node sees: those of the certificate, and the lines and cells of the enclosing rows. */
export class Scope {
  readonly #values: ShownValues;
  readonly #row: Row | null;

  constructor(values: ShownValues, row: Row | null = null) {
    this.#values = values;
    this.#row = row;
  }

  get(name: string): string {
    return this.#cell(name)?.text ?? this.#values.get(name) ?? '';
  }

  raw(name: string): string {
    return this.#cell(name)?.text ?? this.#values.raw(name) ?? '';
  }

  /** Returns the variable that a name takes its value from. For a row, this is the variable with the lines. */
  variableOf(name: string): string {
    return this.#cell(name)?.variable ?? name;
  }

  /** Returns this scope extended by a line. */
  within(name: string, line: string, variable: string): Scope {
    return new Scope(this.#values, { name, line, variable, around: this.#row });
  }

  #cell(name: string): { text: string; variable: string } | null {
    for (let row = this.#row; row; row = row.around) {
      if (name === row.name) return { text: row.line, variable: row.variable };
      if (isCell(name, row.name)) {
        const cell = row.line.split('\t')[Number(name.slice(row.name.length + 1)) - 1];
        return { text: cell ?? '', variable: row.variable };
      }
    }
    return null;
  }
}

/** Splits a value into lines. A final line break adds no line, and an empty value has no lines. */
export function linesOf(value: string): string[] {
  const lines = value.split(/\r\n|[\n\r]/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
