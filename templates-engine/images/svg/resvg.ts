import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

type Scale = Pick<ResvgRenderOptions, 'fitTo'>;

/** SVG as resvg has read it. */
interface ReadSvg {
  readonly width: number;
  readonly height: number;
  /** Returns an SVG of plain paths. */
  toString(): string;
  /** Draws it as a PNG. */
  draw(): Uint8Array;
}

/** Opens an SVG, and closes it after `use`. Throws an Error if it is malformed. */
export type OpenWithResvg = <Result>(svg: string, options: Scale, use: (svg: ReadSvg) => Result) => Result;

/**
 * Returns how to open SVGs with resvg, with these fonts and never those of the machine. The native library reads fonts from files only,
 * which a render process cannot write. With fonts, its WebAssembly build takes their bytes.
 */
export async function resvgWith(fonts: readonly Uint8Array[]): Promise<OpenWithResvg> {
  if (fonts.length === 0)
    return (svg, options, use) => {
      const opened = new Resvg(svg, { ...options, font: { loadSystemFonts: false } });
      const { width, height } = opened;
      return use({ width, height, toString: () => opened.toString(), draw: () => opened.render().asPng() });
    };
  loading ??= load();
  const { Resvg: WithFonts } = await loading;
  return (svg, options, use) => {
    const opened = new WithFonts(svg, { ...options, font: { fontBuffers: [...fonts] } });
    const { width, height } = opened;
    // Nothing else frees the memory of WebAssembly.
    const draw = () => {
      const image = opened.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    };
    try {
      return use({ width, height, toString: () => opened.toString(), draw });
    } finally {
      opened.free();
    }
  };
}

let loading: ReturnType<typeof load> | undefined;

async function load() {
  const library = await import('@resvg/resvg-wasm');
  await library.initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  return library;
}
