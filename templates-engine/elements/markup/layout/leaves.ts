import { LRUCache } from 'lru-cache';
import type { OwnFonts } from '../../../fonts/own-fonts.ts';
import { type FlowingText, flowText } from '../../../text/lines/flow.ts';
import type { TextLayout } from '../../../text/lines/layout.ts';
import { embeddingLevels, RIGHT_TO_LEFT } from '../../../text/shaping/embedding-levels.ts';
import type { FallbackWord } from '../../../text/shaping/faces-of-text.ts';
import { ShapingLimitError } from '../../../text/shaping/shaping-budget.ts';
import type { TextSetting } from '../compile/text-style.ts';
import type { ParagraphInstance } from '../expand/instances.ts';

/** Measured paragraph. It gives its width and height, and can be laid out when the boxes are known. */
export interface Leaf {
  unsupported: readonly string[];
  /** Words in another family than that of their style. */
  fallbacks: readonly FallbackWord[];
  /** Width in points without breaks, and width with every possible break. The latter is computed on first access. */
  readonly widest: number;
  readonly narrowest: number;
  heightAt(width: number): number;
  layOut(width: number, height: number): TextLayout;
  /** Set if the first strong character is right-to-left (UAX 9, P2). */
  isRightToLeft: boolean;
  /** Number of characters in the text. */
  characters: number;
}

/** Context for measuring paragraphs, in addition to their settings. */
interface LeafContext {
  fonts: OwnFonts;
  language: string | null;
}

const KEPT = { leaves: 2000, characters: 60_000, layouts: 4 };

/** Measures paragraphs, with a cache by text and settings. */
export class Leaves {
  readonly #kept = new LRUCache<string, Leaf>({ max: KEPT.leaves, maxSize: KEPT.characters });

  /** Returns the measured paragraph. Throws ShapingLimitError if it has more characters than the remaining limit. */
  measure({ id, setting, content }: ParagraphInstance, context: LeafContext, maxShapedCharacters: number): Leaf {
    const key = `${id} ${context.language ?? ''} ${typeof content === 'string' ? content : JSON.stringify(content)}`;
    const known = this.#kept.get(key);
    if (known && known.characters > maxShapedCharacters) throw new ShapingLimitError();
    if (known) return known;
    const leaf = measured(content, setting, context, maxShapedCharacters);
    this.#kept.set(key, leaf, { size: key.length });
    return leaf;
  }
}

function measured(
  content: ParagraphInstance['content'],
  setting: TextSetting,
  context: LeafContext,
  maxShapedCharacters: number,
): Leaf {
  const text = typeof content === 'string' ? content : content.map((run) => run.text).join('');
  const flow = flowText(content, typographyOf(setting, context), maxShapedCharacters);
  const isKept = setting.whiteSpace === 'nowrap' || setting.whiteSpace === 'pre';
  const layouts = new Map<string, TextLayout>();
  const widest = Math.ceil(flow.widest * 1000) / 1000;
  let narrowest: number | undefined;
  const isRightToLeft = RIGHT_TO_LEFT.test(text) && embeddingLevels(text).level % 2 === 1;
  const align = alignmentOf(setting, isRightToLeft);
  return {
    unsupported: flow.unsupported,
    fallbacks: flow.fallbacks,
    widest,
    get narrowest() {
      // Rounded up, so that a box of this width has room for it.
      narrowest ??= isKept ? widest : Math.min(widest, Math.ceil(flow.narrowest * 1000) / 1000);
      return narrowest;
    },
    heightAt: (width) => flow.heightAt(isKept ? Math.max(width, widest) : width),
    layOut: (width, height) =>
      kept(layouts, `${width} ${height}`, () => place(flow, isKept ? widest : 0, { width, height, align })),
    isRightToLeft,
    characters: text.length,
  };
}

function place(
  flow: FlowingText,
  least: number,
  { width, height, align }: { width: number; height: number; align: 'left' | 'center' | 'right' | 'justify' },
): TextLayout {
  const layout = flow.layOut({
    width: Math.max(width, least),
    height: Math.max(height, flow.heightAt(Math.max(width, least))),
    align,
    verticalAlign: 'top',
  });
  return { ...layout, overflows: layout.overflows || least > width + 0.01 };
}

/** Caches values in a plain map. An LRU cache takes longer to create than a layout. */
function kept<Value extends object>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key) ?? make();
  if (map.size === KEPT.layouts && !map.has(key)) map.clear();
  map.set(key, known);
  return known;
}

function typographyOf(
  { family, weight, italic, size, lineHeight, letterSpacing }: TextSetting,
  { fonts, language }: LeafContext,
) {
  return {
    font: { family, weight, italic, own: fonts },
    size,
    lineHeight: 'factor' in lineHeight ? lineHeight.factor : lineHeight.points / size,
    letterSpacing,
    uppercase: false,
    language,
  };
}

/** Resolves `start` and `end` by the reading direction of the text. */
function alignmentOf({ align }: TextSetting, isRightToLeft: boolean): 'left' | 'center' | 'right' | 'justify' {
  if (align !== 'start' && align !== 'end') return align;
  return isRightToLeft === (align === 'start') ? 'right' : 'left';
}
