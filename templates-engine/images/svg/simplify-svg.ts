import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { Face } from '../../fonts/faces.ts';
import { DEFAULT_FAMILY, withOwnFamilies } from './text-fonts.ts';

const TEXT = /<(?:[\w-]+:)?text[\s>/]/;

export const hasText = (svg: string): boolean => TEXT.test(svg);

/**
 * Reduces an SVG to the few elements that usvg writes. Styles, shapes, uses and markers become paths; texts become outlines of the
 * catalogue's fonts, never of the machine's. The SVG must have passed svgFault. Throws an Error if it is malformed.
 */
export function simplifySvg(svg: string): string {
  if (!hasText(svg)) return new Resvg(svg, { font: { loadSystemFonts: false } }).toString();
  const own = withOwnFamilies(svg);
  return withFiles(own.faces, (fontFiles) =>
    new Resvg(own.svg, {
      font: { loadSystemFonts: false, fontFiles, defaultFontFamily: DEFAULT_FAMILY },
    }).toString(),
  );
}

/** Provides fonts as temporary files, because the library accepts nothing else. They are deleted afterwards. */
function withFiles<Result>(faces: ReadonlySet<Face>, use: (paths: string[]) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'laurel-fonts-'));
  try {
    return use(
      [...faces].map(({ sfnt }, index) => {
        const path = join(folder, `${index}.ttf`);
        writeFileSync(path, sfnt);
        return path;
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
