import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { Face } from '../../fonts/faces.ts';
import { DEFAULT_FAMILY, withOwnFamilies } from './text-fonts.ts';

const TEXT = /<(?:[\w-]+:)?text[\s>/]/;

export const hasText = (svg: string): boolean => TEXT.test(svg);

/**
 * An SVG in the few elements that usvg leaves of it: styles, shapes, uses and markers as paths, texts as outlines of our
 * fonts, never of the machine's. It must have been checked by svgFault. An Error where it is none.
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

/** Fonts as files: the library takes no others. They are gone when this returns. */
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
