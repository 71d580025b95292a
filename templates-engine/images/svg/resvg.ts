import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg, type ResvgRenderOptions } from '@resvg/resvg-js';

/**
 * Opens an SVG with resvg, with these fonts and never those of the machine. The fonts are temporary files, because the library accepts nothing
 * else. Throws an Error if the SVG is malformed.
 */
export function withResvg<Result>(
  svg: string,
  fonts: readonly Uint8Array[],
  options: Pick<ResvgRenderOptions, 'fitTo'>,
  use: (resvg: Resvg) => Result,
): Result {
  if (fonts.length === 0) return use(new Resvg(svg, { ...options, font: { loadSystemFonts: false } }));
  const folder = mkdtempSync(join(tmpdir(), 'laurel-fonts-'));
  try {
    const fontFiles = fonts.map((sfnt, index) => {
      const path = join(folder, `${index}.ttf`);
      writeFileSync(path, sfnt);
      return path;
    });
    return use(new Resvg(svg, { ...options, font: { loadSystemFonts: false, fontFiles } }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
