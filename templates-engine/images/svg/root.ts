import { fitBox } from '../../graphics/geometry.ts';
import type { Matrix } from '../../graphics/paint.ts';
import { numberOf } from './attributes.ts';
import type { SvgElement } from './svg-tree.ts';
import { unsupported } from './unsupported.ts';

/** Longest side of a drawing. Scaling every SVG to it makes numbers with a few decimals precise enough. */
const LONGEST_SIDE = 1000;

interface Size {
  width: number;
  height: number;
}

/** Returns the size of a drawing, which is the scaled size of the SVG. */
export function sizeOf({ attributes }: SvgElement): Size {
  const own = { width: numberOf(attributes, 'width', 0), height: numberOf(attributes, 'height', 0) };
  if (!(own.width > 0 && own.height > 0)) return unsupported('no size');
  const scale = LONGEST_SIDE / Math.max(own.width, own.height);
  return { width: own.width * scale, height: own.height * scale };
}

/** Returns the matrix from the user space of the SVG to that of the drawing (SVG 1.1, 7.7 and 7.8). */
export function rootMatrix({ attributes }: SvgElement, size: Size): Matrix {
  const [x = 0, y = 0, width = 0, height = 0] = (attributes.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0)) return unsupported('no viewBox');
  const [align = 'xMidYMid', meetOrSlice = 'meet'] = (attributes.preserveAspectRatio ?? '')
    .trim()
    .split(/\s+/)
    .filter(Boolean);
  const fit = align === 'none' ? 'fill' : meetOrSlice === 'slice' ? 'cover' : 'contain';
  const place = fitBox({ x: 0, y: 0, ...size }, { width, height }, fit);
  const [scaleX, scaleY] = [place.width / width, place.height / height];
  const [alignX, alignY] = [/xM(in|ax)/.exec(align)?.[1], /YM(in|ax)/.exec(align)?.[1]];
  const offset = (name: string | undefined, whole: number, part: number) =>
    name === undefined ? (whole - part) / 2 : name === 'in' ? 0 : whole - part;
  const [dx, dy] =
    fit === 'fill' ? [0, 0] : [offset(alignX, size.width, place.width), offset(alignY, size.height, place.height)];
  return [scaleX, 0, 0, scaleY, dx - x * scaleX, dy - y * scaleY];
}
