import { type Detail, detail } from '../../errors/detail.ts';
import type { PathCommand } from './path.ts';
import { PathPen } from './path-pen.ts';

/** Number of arguments of each path command, by its lower-case letter (SVG 1.1, 8.3). */
const TAKES: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };
const SEPARATORS = /(?:[ \t\n\f\r]*,[ \t\n\f\r]*|[ \t\n\f\r]+)/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const FLAG = /[01]/y;
const COMMAND = /[ \t\n\f\r]*([MmLlHhVvCcSsQqTtAaZz])[ \t\n\f\r]*/y;

/** Thrown for invalid path data, with the position and the expected token. */
export class PathDataError extends Error {
  readonly fault: Detail;

  constructor(fault: Detail) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Reads SVG path data with any commands as absolute `M`, `L`, `C` and `Z`, moved by (x, y). Throws PathDataError for malformed data, more
 * than `maxCommands`, or a coordinate beyond `maxCoordinate`.
 */
export function readPathData(
  data: string,
  { x, y, maxCommands, maxCoordinate }: { x: number; y: number; maxCommands: number; maxCoordinate: number },
): PathCommand[] {
  const pen = new PathPen(x, y);
  for (const { command, numbers } of segments(data)) {
    pen.draw(command, numbers);
    if (pen.path.length > maxCommands) throw new PathDataError(detail('', 'path_too_long', { most: maxCommands }));
    const isFar = numbers.some((number) => Math.abs(number) > maxCoordinate);
    if (isFar || !(Math.max(Math.abs(pen.at[0]), Math.abs(pen.at[1])) <= maxCoordinate))
      throw new PathDataError(detail('', 'path_too_far', { most: maxCoordinate }));
  }
  return pen.path;
}

/** Yields the commands with their numbers. An omitted letter repeats the previous command. */
function* segments(data: string): Generator<{ command: string; numbers: number[] }> {
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(data);
    if (!found) return null;
    at = pattern.lastIndex;
    return found[1] ?? found[0];
  };
  const expected = (what: string): never => {
    const found = at < data.length ? JSON.stringify(data.slice(at, at + 10)) : 'its end';
    throw new PathDataError(detail('', 'malformed_path', { found, at: at + 1, expected: what }));
  };
  for (let first = true; at < data.length; first = false) {
    let command = match(COMMAND) ?? expected('a command');
    if (first && command.toLowerCase() !== 'm') {
      at = 0;
      expected('M');
    }
    const count = TAKES[command.toLowerCase()] ?? 0;
    for (let isFirst = true; ; isFirst = false) {
      const start = at;
      if (!isFirst) match(SEPARATORS);
      NUMBER.lastIndex = at;
      if (!isFirst && (count === 0 || !NUMBER.test(data))) {
        // Spaces are allowed after the last number, a comma is not.
        if (data.slice(start, at).includes(',')) expected('a number');
        break;
      }
      const numbers: number[] = [];
      while (numbers.length < count) {
        if (numbers.length > 0) match(SEPARATORS);
        const isFlag = count === 7 && (numbers.length === 3 || numbers.length === 4);
        numbers.push(Number(match(isFlag ? FLAG : NUMBER) ?? expected(isFlag ? '0 or 1' : 'a number')));
      }
      yield { command, numbers };
      // Further pairs after a move are lines (SVG 1.1, 8.3.2).
      if (command === 'M') command = 'L';
      if (command === 'm') command = 'l';
    }
  }
}
