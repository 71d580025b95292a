import type { Box } from '../../graphics/geometry.ts';
import { multiply } from '../../graphics/matrix.ts';
import { IDENTITY, type Matrix } from '../../graphics/paint.ts';

const FUNCTION = /\s*,?\s*([a-z0-9]+)\(([^()]*)\)/giy;
const LENGTH_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
};
const ANGLE_UNITS: Readonly<Record<string, number>> = { '': 1, deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const NUMBER = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/i;

/** Returns the matrix of a CSS or SVG transform whose percentages refer to `box`; null if it is not one in the plane. */
export function transformMatrix(text: string, box: Box): Matrix | null {
  if (/^\s*none\s*$/i.test(text)) return IDENTITY;
  let matrix: Matrix = IDENTITY;
  let at = 0;
  while (text.slice(at).trim() !== '') {
    FUNCTION.lastIndex = at;
    const [all, name = '', list = ''] = FUNCTION.exec(text) ?? [];
    const step = all === undefined ? null : stepOf(name.toLowerCase(), list.trim().split(/\s*,\s*|\s+/), box);
    if (!all || !step) return null;
    matrix = multiply(matrix, step);
    at += all.length;
  }
  return matrix;
}

function stepOf(name: string, list: readonly string[], box: Box): Matrix | null {
  const x = (index: number) => lengthOf(list[index] ?? '0', box.width);
  const y = (index: number) => lengthOf(list[index] ?? '0', box.height);
  const number = (index: number, otherwise = 0) => (list[index] === undefined ? otherwise : ratioOf(list[index]));
  const angle = (index: number) => (angleOf(list[index] ?? '0') * Math.PI) / 180;
  const matrix = stepFor(name, { list, x, y, number, angle });
  return matrix?.every(Number.isFinite) ? matrix : null;
}

interface Arguments {
  list: readonly string[];
  x: (index: number) => number;
  y: (index: number) => number;
  number: (index: number, otherwise?: number) => number;
  angle: (index: number) => number;
}

function stepFor(name: string, { list, x, y, number, angle }: Arguments): Matrix | null {
  switch (name) {
    case 'matrix':
      return list.length === 6 ? [number(0), number(1), number(2), number(3), x(4), y(5)] : null;
    case 'translate':
    case 'translate3d':
      return [1, 0, 0, 1, x(0), y(1)];
    case 'translatex':
      return [1, 0, 0, 1, x(0), 0];
    case 'translatey':
      return [1, 0, 0, 1, 0, y(0)];
    case 'scale':
    case 'scale3d':
      return [number(0), 0, 0, number(1, number(0)), 0, 0];
    case 'scalex':
      return [number(0), 0, 0, 1, 0, 0];
    case 'scaley':
      return [1, 0, 0, number(0), 0, 0];
    case 'rotate':
    case 'rotatez': {
      const turned = rotation(angle(0));
      return list.length < 3 ? turned : about(turned, x(1), y(2));
    }
    case 'skew':
      return [1, Math.tan(angle(1)), Math.tan(angle(0)), 1, 0, 0];
    case 'skewx':
      return [1, 0, Math.tan(angle(0)), 1, 0, 0];
    case 'skewy':
      return [1, Math.tan(angle(0)), 0, 1, 0, 0];
    default:
      return null;
  }
}

const rotation = (radians: number): Matrix => [
  Math.cos(radians),
  Math.sin(radians),
  -Math.sin(radians),
  Math.cos(radians),
  0,
  0,
];

/** Returns a matrix applied about a point. */
export const about = (matrix: Matrix, x: number, y: number): Matrix =>
  multiply(multiply([1, 0, 0, 1, x, y], matrix), [1, 0, 0, 1, -x, -y]);

const WORDS: Readonly<Record<string, string>> = { left: '0%', top: '0%', center: '50%', right: '100%', bottom: '100%' };

/** Returns the point of a `transform-origin` in a box; null if it is invalid. */
export function originIn(text: string, box: Box): [number, number] | null {
  const words = text.trim().toLowerCase().split(/\s+/);
  const [first = '', second = 'center'] = words;
  // Keywords can be in any order: `top left` is `left top`.
  const isReversed = /^(top|bottom)$/.test(first) || /^(left|right)$/.test(second);
  const [across, down] = isReversed ? [second, first] : [first, second];
  const x = lengthOf(WORDS[across] ?? across, box.width);
  const y = lengthOf(WORDS[down] ?? down, box.height);
  return Number.isFinite(x) && Number.isFinite(y) ? [box.x + x, box.y + y] : null;
}

const parts = (text: string): [number, string] => {
  const [, value, unit = ''] = NUMBER.exec(text) ?? [];
  return [value === undefined ? Number.NaN : Number(value), unit.toLowerCase()];
};

function lengthOf(text: string, whole: number): number {
  const [value, unit] = parts(text);
  return unit === '%' ? (value / 100) * whole : value * (LENGTH_UNITS[unit] ?? Number.NaN);
}

function angleOf(text: string): number {
  const [value, unit] = parts(text);
  return value * (ANGLE_UNITS[unit] ?? Number.NaN);
}

function ratioOf(text: string): number {
  const [value, unit] = parts(text);
  return unit === '%' ? value / 100 : unit === '' ? value : Number.NaN;
}
