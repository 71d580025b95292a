import { detail } from '../../../errors/detail.ts';
import { toRgba } from '../../graphics/paint.ts';
import { layOutText } from '../../text/lines/layout.ts';
import type { TextStyle } from '../../text/lines/text-style.ts';
import type { ShownValues } from '../../text/values.ts';
import { fallbackFonts } from '../shared/fallback-fonts.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { noGlyph } from '../shared/no-glyph.ts';
import { lineHeightOf, TEXT_DEFAULTS } from './properties.ts';
import { fillRuns, fontsOf, linkVariablesOf, readingsOf, textsOf } from './runs.ts';
import { type TextElement, textSchema } from './schema.ts';

export const text = defineKind({
  schema: textSchema,
  textsOf,
  readingsOf,
  otherVariablesOf: linkVariablesOf,
  fontsOf,
  isShaped: true,
  build,
  semanticsOf: () => ({ role: 'text' }),
});

function build(element: TextElement, values: ShownValues, context: BuildContext): BuiltElement {
  const { x, y, width, height } = element;
  const { content, brokenLink } = fillRuns(element, values);
  const layout = layOutText(content, styleOf(element, context), context.maxShapedCharacters);
  const color = toRgba(element.color ?? TEXT_DEFAULTS.color);
  const built: BuiltElement = {
    primitive: { kind: 'text', box: { x, y, width, height }, layout, color },
    shapedCharacters: layout.shapedCharacters,
    warnings: fallbackFonts(layout.fallbacks),
  };
  const { unsupported } = layout;
  if (unsupported.length > 0) return { ...built, fault: { detail: noGlyph(unsupported), characters: unsupported } };
  if (brokenLink) return { ...built, fault: { detail: detail('', 'broken_link'), ...brokenLink } };
  if (!layout.overflows) return built;
  const smallest = element.minSize ?? element.size;
  return { ...built, fault: { detail: detail('', 'does_not_fit', { width, height, smallest }) } };
}

function styleOf(element: TextElement, { fonts, language }: BuildContext): TextStyle {
  const { size, minSize = size, width, height, font: family } = element;
  const { weight = TEXT_DEFAULTS.weight, italic = TEXT_DEFAULTS.italic } = element;
  return {
    width,
    height,
    font: { family, weight, italic, own: fonts },
    size,
    minSize,
    lineHeight: element.lineHeight ?? lineHeightOf(family),
    letterSpacing: element.letterSpacing ?? TEXT_DEFAULTS.letterSpacing,
    align: element.align ?? TEXT_DEFAULTS.align,
    verticalAlign: element.verticalAlign ?? TEXT_DEFAULTS.verticalAlign,
    uppercase: element.uppercase ?? TEXT_DEFAULTS.uppercase,
    language,
    oneLine: element.oneLine,
    arc: element.arc,
  };
}
