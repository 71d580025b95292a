import type { BoxInstance, ParagraphInstance } from './instances.ts';

const BULLETS: Readonly<Record<string, string>> = { disc: '•', circle: '◦', square: '▪' };

/** Returns the bullet or number of a list item; null if it has no marker. `number` starts at 1. */
export function markerOf({ node }: BoxInstance, number: number): ParagraphInstance | null {
  const { setting } = node;
  const content = BULLETS[setting.listStyle] ?? counted(setting.listStyle, number);
  if (content === null) return null;
  return {
    kind: 'paragraph',
    id: -1 - node.id,
    setting,
    hasFixedWidth: true,
    isMarker: true,
    content,
    brokenLink: null,
    variables: [],
  };
}

function counted(style: string, number: number): string | null {
  switch (style) {
    case 'decimal':
      return `${number}.`;
    case 'lower-alpha':
      return `${letters(number)}.`;
    case 'upper-alpha':
      return `${letters(number).toUpperCase()}.`;
    case 'lower-roman':
      return `${roman(number)}.`;
    case 'upper-roman':
      return `${roman(number).toUpperCase()}.`;
    default:
      return null;
  }
}

/** Returns a to z, then aa, ab and so on (CSS Counter Styles 3, section 6.2). */
function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(number: number): string {
  let [rest, text] = [number, ''];
  for (const [value, sign] of ROMAN) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
