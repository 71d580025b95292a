import { type Detail, detail } from '../../../errors/detail.ts';

/** Returns the fault of characters that no font has. */
export const noGlyph = (characters: readonly string[]): Detail =>
  detail('', 'no_glyph', { characters: characters.map((one) => `${one} (${codePoints(one)})`) });

const codePoints = (character: string): string =>
  [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
