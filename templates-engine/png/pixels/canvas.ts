import type { Rgba } from '../../graphics/paint.ts';
import type { Patch } from './patch.ts';

/** Coverage of a glyph's pixels from 0 to 255, and the position of its top left pixel. */
export interface Mask {
  left: number;
  top: number;
  width: number;
  height: number;
  alpha: Uint8Array;
}

/** Bytes per pixel. */
export const PIXEL = 3;
/** Kinds of content painted on a row. */
const [NOTHING, SHAPES, PICTURE] = [0, 1, 2];

/** Opaque picture that tracks which rows were painted on. */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Bytes per row. As in a PNG, a zero for the filter comes first (ISO/IEC 15948, section 9), then three bytes per pixel. */
  readonly stride: number;
  readonly pixels: Uint8Array;
  readonly #touched: Uint8Array;

  /** Creates a canvas. `pixels` is an optional buffer of `sizeOf` bytes. */
  constructor(width: number, height: number, pixels?: Uint8Array) {
    this.width = width;
    this.height = height;
    this.stride = strideOf(width);
    this.pixels = pixels ?? new Uint8Array(this.stride * height);
    this.#touched = new Uint8Array(height);
  }

  /** Returns the offset of the first of a pixel's three bytes. */
  indexOf(x: number, y: number): number {
    return y * this.stride + 1 + x * PIXEL;
  }

  isTouched(row: number): boolean {
    return this.#touched[row] !== NOTHING;
  }

  /** Returns true if a picture was painted on a row. */
  hasPicture(row: number): boolean {
    return this.#touched[row] === PICTURE;
  }

  /** Restores the painted rows from another canvas of the same size. */
  restore({ pixels }: Canvas): void {
    const { height, stride } = this;
    for (let from = 0; from < height; from++) {
      let to = from;
      while (to < height && this.isTouched(to)) to++;
      if (to > from) this.pixels.set(pixels.subarray(from * stride, to * stride), from * stride);
      from = to;
    }
    this.#touched.fill(NOTHING);
  }

  /** Paints a colour through a mask placed at (x, y). */
  paintMask({ left, top, width, height, alpha }: Mask, x: number, y: number, color: Rgba): void {
    const red = Math.round(color.red * 255);
    const green = Math.round(color.green * 255);
    const blue = Math.round(color.blue * 255);
    const strength = Math.round(color.alpha * 255);
    const [x0, y0] = [x + left, y + top];
    const [fromX, toX] = [Math.max(0, -x0), Math.min(width, this.width - x0)];
    const [fromY, toY] = [Math.max(0, -y0), Math.min(height, this.height - y0)];
    if (fromX >= toX) return;
    for (let row = fromY; row < toY; row++) {
      this.#touch(y0 + row, SHAPES);
      let at = this.indexOf(x0 + fromX, y0 + row);
      for (let source = row * width + fromX; source < row * width + toX; source++, at += 3) {
        const coverage = alpha[source] ?? 0;
        if (coverage === 0) continue;
        const a = strength === 255 ? coverage : divide255(coverage * strength);
        this.#blend(at, red, green, blue, a);
      }
    }
  }

  /** Paints a patch at its position. `isPicture` marks patches without large areas of one colour. */
  paintPatch({ left, top, width, height, rgba }: Patch, isPicture = false): void {
    const [fromX, toX] = [Math.max(0, -left), Math.min(width, this.width - left)];
    const [fromY, toY] = [Math.max(0, -top), Math.min(height, this.height - top)];
    if (fromX >= toX) return;
    for (let row = fromY; row < toY; row++) {
      this.#touch(top + row, isPicture ? PICTURE : SHAPES);
      let at = this.indexOf(left + fromX, top + row);
      for (let source = (row * width + fromX) * 4; source < (row * width + toX) * 4; source += 4, at += 3) {
        const a = rgba[source + 3] ?? 0;
        if (a > 0) this.#blend(at, rgba[source] ?? 0, rgba[source + 1] ?? 0, rgba[source + 2] ?? 0, a);
      }
    }
  }

  /** Fills whole pixels of one row, from `fromX` to before `toX`. */
  fillRow(y: number, fromX: number, toX: number, color: Rgba): void {
    if (y < 0 || y >= this.height) return;
    // Called for each run in the rows of a QR code, so it allocates no arrays.
    const start = Math.max(0, fromX);
    const end = Math.min(this.width, toX);
    if (start >= end) return;
    this.#touch(y, SHAPES);
    const red = Math.round(color.red * 255);
    const green = Math.round(color.green * 255);
    const blue = Math.round(color.blue * 255);
    const a = Math.round(color.alpha * 255);
    for (let at = this.indexOf(start, y); at < this.indexOf(end, y); at += 3) {
      this.#blend(at, red, green, blue, a);
    }
  }

  /** Fills an upright box whose edges can lie between pixels. The opacity of an edge pixel is the share that the box covers. */
  fillBox(left: number, top: number, right: number, bottom: number, color: Rgba): void {
    const share = (pixel: number, from: number, to: number) =>
      Math.max(0, Math.min(pixel + 1, to) - Math.max(pixel, from));
    const [firstX, lastX] = [Math.max(0, Math.floor(left)), Math.min(this.width, Math.ceil(right))];
    const [fromX, toX] = [Math.max(firstX, Math.ceil(left)), Math.min(lastX, Math.floor(right))];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(this.height, Math.ceil(bottom)); y++) {
      const down = share(y, top, bottom);
      const faded = (by: number): Rgba => (by === 1 ? color : { ...color, alpha: color.alpha * by });
      if (toX < fromX) {
        for (let x = firstX; x < lastX; x++) this.fillRow(y, x, x + 1, faded(down * share(x, left, right)));
        continue;
      }
      if (firstX < fromX) this.fillRow(y, firstX, firstX + 1, faded(down * share(firstX, left, right)));
      this.fillRow(y, fromX, toX, faded(down));
      if (toX < lastX) this.fillRow(y, toX, toX + 1, faded(down * share(toX, left, right)));
    }
  }

  #touch(row: number, by: number): void {
    if ((this.#touched[row] ?? 0) < by) this.#touched[row] = by;
  }

  #blend(at: number, red: number, green: number, blue: number, a: number): void {
    const { pixels } = this;
    if (a === 255) {
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      return;
    }
    const rest = 255 - a;
    pixels[at] = divide255(red * a + (pixels[at] ?? 0) * rest);
    pixels[at + 1] = divide255(green * a + (pixels[at + 1] ?? 0) * rest);
    pixels[at + 2] = divide255(blue * a + (pixels[at + 2] ?? 0) * rest);
  }
}

const strideOf = (width: number): number => 1 + width * PIXEL;

/** Returns the size in bytes of the pixels of a canvas. */
export const sizeOf = (width: number, height: number): number => strideOf(width) * height;

/** Rounds value / 255 for values up to 255 * 255 without a division. */
const divide255 = (value: number): number => (value + 128 + ((value + 128) >> 8)) >> 8;
