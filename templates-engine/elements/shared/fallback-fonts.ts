import { detail } from '../../../errors/detail.ts';
import type { FallbackWord } from '../../text/shaping/faces-of-text.ts';
import type { ElementFault } from './kind.ts';

/** Maximum number of words that a warning lists. */
const LISTED = 20;

/** Returns a warning for each font that lacks letters of words, with the font that shows these words. */
export function fallbackFonts(words: readonly FallbackWord[]): ElementFault[] {
  if (words.length === 0) return [];
  const byFonts = Map.groupBy(words, ({ font, fallback }) => `${font}\n${fallback}`);
  return [...byFonts.values()].flatMap((group) => {
    const [first] = group;
    const all = [...new Set(group.map(({ word }) => word))];
    return first
      ? [
          {
            detail: detail('', 'fallback_font', {
              font: first.font,
              fallback: first.fallback,
              words: all.slice(0, LISTED),
            }),
            characters: all,
          },
        ]
      : [];
  });
}
