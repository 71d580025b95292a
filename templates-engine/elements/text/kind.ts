import { toRgba } from '../../graphics/paint.ts';
import { layOutText } from '../../text/layout.ts';
import { isolate, RIGHT_TO_LEFT } from '../../text/paragraph.ts';
import { fill, parsePlaceholders } from '../../text/placeholders.ts';
import type { TextStyle } from '../../text/text-style.ts';
import type { ShownValues } from '../../text/values.ts';
import { unsupportedMessage } from '../shared/faults.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { TEXT_DEFAULTS } from './properties.ts';
import { type TextElement, textSchema } from './schema.ts';

export const text = defineKind({
  schema: textSchema,
  textsOf: ({ text: content }) => [content],
  isShaped: true,
  build,
  semanticsOf: () => ({ role: 'text' }),
});

/**
 * The text in which each value keeps its own order beside right-to-left text (UAX 9, isolates): a date or a number in
 * Arabic reads as it was given.
 */
function fillIsolated(text: string, values: ShownValues): string {
  const parts = parsePlaceholders(text) ?? [{ text }];
  const content = fill(parts, values);
  if (parts.length < 2 || !RIGHT_TO_LEFT.test(content)) return content;
  return parts.map((part) => ('text' in part ? part.text : isolate(fill([part], values)))).join('');
}

function build(element: TextElement, values: ShownValues, { maxShapedCharacters }: BuildContext): BuiltElement {
  const { x, y, width, height } = element;
  const layout = layOutText(fillIsolated(element.text, values), styleOf(element), maxShapedCharacters);
  const color = toRgba(element.color ?? TEXT_DEFAULTS.color);
  const built: BuiltElement = {
    primitive: { kind: 'text', box: { x, y, width, height }, layout, color },
    shapedCharacters: layout.shapedCharacters,
  };
  const { unsupported } = layout;
  if (unsupported.length > 0) {
    const message = unsupportedMessage(unsupported);
    return { ...built, fault: { kind: 'unsupported-characters', message, characters: unsupported } };
  }
  if (!layout.overflows) return built;
  const smallest = element.minSize ?? element.size;
  const message = `does not fit its box of ${width} by ${height} points, not even at ${smallest} points`;
  return { ...built, fault: { kind: 'overflow', message } };
}

function styleOf(element: TextElement): TextStyle {
  const { size, minSize = size, width, height, font: family } = element;
  const { weight = TEXT_DEFAULTS.weight, italic = TEXT_DEFAULTS.italic } = element;
  return {
    width,
    height,
    font: { family, weight, italic },
    size,
    minSize,
    lineHeight: element.lineHeight ?? TEXT_DEFAULTS.lineHeight,
    letterSpacing: element.letterSpacing ?? TEXT_DEFAULTS.letterSpacing,
    align: element.align ?? TEXT_DEFAULTS.align,
    verticalAlign: element.verticalAlign ?? TEXT_DEFAULTS.verticalAlign,
    uppercase: element.uppercase ?? TEXT_DEFAULTS.uppercase,
  };
}
