import type { PdfValue } from '../../graphics/pdf-objects.ts';
import type { Graph } from '../reading/graph.ts';

/**
 * sRGB colours of the 16 corners of the ink space, with bits in the order cyan to black. They are those of US Web Coated (SWOP), which PDF
 * viewers use for inks without a profile. Colours in between are interpolated.
 */
const CORNERS: readonly (readonly [red: number, green: number, blue: number])[] = [
  [255, 255, 255],
  [0, 173, 239],
  [236, 0, 140],
  [46, 49, 146],
  [255, 242, 0],
  [0, 166, 80],
  [237, 28, 36],
  [54, 54, 57],
  [35, 31, 32],
  [0, 15, 36],
  [36, 0, 0],
  [0, 0, 2],
  [28, 26, 0],
  [0, 19, 0],
  [34, 0, 0],
  [0, 0, 0],
];

/** Converts inks to sRGB. All values are from 0 to 1. */
export function cmykToRgb(inks: readonly number[]): [red: number, green: number, blue: number] {
  const rgb: [number, number, number] = [0, 0, 0];
  for (const [corner, color] of CORNERS.entries()) {
    let share = 1;
    for (let ink = 0; ink < 4; ink++) {
      const amount = Math.max(0, Math.min(1, inks[ink] ?? 0));
      share *= (corner >> ink) & 1 ? amount : 1 - amount;
    }
    for (let channel = 0; channel < 3; channel++)
      rgb[channel] = (rgb[channel] ?? 0) + ((color[channel] ?? 0) / 255) * share;
  }
  return rgb;
}

/**
 * Returns a colour space that replaces device CMYK. Next to an RGB output intent, PDF/A allows process inks only in this form (ISO 19005-3,
 * 6.2.4.3). Presses use the four inks directly; a sampled function gives their appearance in RGB. PDFium interpolates only along each axis,
 * so the function has more samples than the corners.
 */
export function cmykSpace(graph: Graph): PdfValue {
  graph.cmyk ??= graph.add(['/DeviceN', INKS, '/DeviceRGB', addCmykFunction(graph)]);
  return graph.cmyk;
}

const INKS: PdfValue = ['/Cyan', '/Magenta', '/Yellow', '/Black'];

/** Samples per axis. Interpolated colours deviate by at most 4 of 255 levels. */
const STEPS = 9;

/** Returns the samples. The first ink varies fastest. */
function samples(): Uint8Array {
  const bytes = new Uint8Array(STEPS ** 4 * 3);
  for (let index = 0; index < STEPS ** 4; index++) {
    const inks = [0, 1, 2, 3].map((axis) => (Math.floor(index / STEPS ** axis) % STEPS) / (STEPS - 1));
    bytes.set(
      cmykToRgb(inks).map((value) => Math.round(value * 255)),
      index * 3,
    );
  }
  return bytes;
}

const addCmykFunction = (graph: Graph): number =>
  graph.addCompressed(
    {
      FunctionType: '0',
      Domain: ['0', '1', '0', '1', '0', '1', '0', '1'],
      Range: ['0', '1', '0', '1', '0', '1'],
      Size: new Array<string>(4).fill(String(STEPS)),
      BitsPerSample: '8',
    },
    samples(),
  );
