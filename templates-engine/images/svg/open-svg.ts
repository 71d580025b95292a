import { loadSharp } from '../../graphics/sharp.ts';
import { readSvg } from './read-svg.ts';
import { type OpenWithResvg, resvgWith } from './resvg.ts';
import { type SvgNode, writeSvg } from './svg-node.ts';
import { hasText, setFonts } from './text-fonts.ts';
import { isBeyondUsvg, isWritable } from './usvg-limits.ts';
import { vectorise } from './vectorise.ts';

/** Uploaded SVG, which can be drawn as pixels or as a drawing. */
export interface OpenSvg {
  /** Size in its own units. */
  width: number;
  height: number;
  /** Returns a PNG of `scale` times its size. */
  draw(scale: number): Promise<Buffer>;
  /** Returns the drawing that a design stores; null if the SVG must become pixels. */
  drawing(): string | null;
}

/** Opens an SVG. Throws SvgRefusal if it is unsafe, and an Error if it is not a picture. */
export async function openSvg(bytes: Uint8Array, language: string | null): Promise<OpenSvg> {
  const root = await readSvg(bytes);
  const isOther = isBeyondUsvg(root) && !hasText(root);
  const fonts = setFonts(root, language);
  const svg = writeSvg(root);
  const withResvg = await resvgWith(fonts);
  const size = withResvg(svg, {}, ({ width, height }) => ({ width, height }));
  return {
    ...size,
    draw: async (scale) => (isOther ? drawByLibrsvg(withSize(root, size), scale) : drawByResvg(withResvg, svg, scale)),
    drawing() {
      if (isOther || !isWritable(root)) return null;
      return vectorise(withResvg(svg, {}, (resvg) => resvg.toString()));
    },
  };
}

const drawByResvg = (withResvg: OpenWithResvg, svg: string, scale: number): Buffer =>
  Buffer.from(withResvg(svg, { fitTo: { mode: 'zoom', value: scale } }, (resvg) => resvg.draw()));

async function drawByLibrsvg(svg: string, scale: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(svg), { density: 72 * scale })
    .png()
    .toBuffer();
}

/** Returns an SVG with an explicit size, so that both renderers have the same. */
function withSize(root: SvgNode, { width, height }: { width: number; height: number }): string {
  return writeSvg({ ...root, attributes: { ...root.attributes, width: String(width), height: String(height) } });
}
