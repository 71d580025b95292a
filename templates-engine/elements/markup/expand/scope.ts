import type { ShownValues } from '../../../text/values.ts';
import { isCell } from '../grammar/check-members.ts';

/** A line of a value, as `each` goes through them. */
interface Row {
  name: string;
  line: string;
  /** The variable that it is of. */
  variable: string;
  around: Row | null;
}

/** The values that a node sees: those of the certificate, and the lines and cells of the rows that it is in. */
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

  /** The variable that a name takes its value from: of a row, the one that has the lines. */
  variableOf(name: string): string {
    return this.#cell(name)?.variable ?? name;
  }

  /** The same with a line in it. */
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

/** The lines of a value; what ends the last one begins no other, and an empty value has none. */
export function linesOf(value: string): string[] {
  const lines = value.split(/\r\n|[\n\r]/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
