import type { TextElement } from '../../design/design.ts';
import { BLACK, parseColor } from '../../graphics/paint.ts';
import type { Drawing, Drawn } from '../../scene/scene.ts';
import { layOutText } from '../../text/layout.ts';

/** A text laid out in its box; what does not fit or has no font is its fault. TooMuchShaping past `maxShaped` characters. */
export function drawText(element: TextElement, content: string, maxShaped: number): Drawn {
  const layout = layOutText(element, content, maxShaped);
  const { x, y, width, height } = element;
  const drawing: Drawing = {
    kind: 'text',
    box: { x, y, width, height },
    layout,
    color: parseColor(element.color) ?? BLACK,
  };
  if (layout.unsupported.length > 0) {
    const shown = layout.unsupported
      .map((character) => `${JSON.stringify(character)} (${codes(character)})`)
      .join(', ');
    return {
      drawing,
      shaped: layout.shaped,
      fault: {
        kind: 'unsupported-characters',
        message: `has characters that no font can show: ${shown}`,
        characters: layout.unsupported,
      },
    };
  }
  const smallest = element.minSize ?? element.size;
  const message = `does not fit its box of ${width} by ${height} points, not even at ${smallest} points`;
  const drawn = { drawing, shaped: layout.shaped };
  return layout.overflows ? { ...drawn, fault: { kind: 'overflow', message } } : drawn;
}

const codes = (character: string): string =>
  [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');
