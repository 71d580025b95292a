import { converter, parse } from 'culori';

const toRgb = converter('rgb');
/** Properties whose value is a colour. */
export const COLORS: ReadonlySet<string> = new Set([
  'color',
  'fill',
  'stroke',
  'stop-color',
  'flood-color',
  'lighting-color',
  'background-color',
]);
const KEYWORD = /^(none|currentcolor|inherit|context-fill|context-stroke)$/i;
const URL = /^url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*?))\s*\)\s*(.*)$/is;

/** Returns a colour or paint as SVG 1.1 writes it; null if it is invalid. */
export function plainPaint(value: string): string | null {
  const text = value.trim();
  const url = URL.exec(text);
  if (url) {
    const [, double, single, bare, rest = ''] = url;
    const fallback = rest === '' ? '' : plainPaint(rest);
    return fallback === null ? null : `url(${double ?? single ?? bare})${fallback && ` ${fallback}`}`;
  }
  const keyword = KEYWORD.exec(text)?.[0].toLowerCase();
  if (keyword) return keyword === 'currentcolor' ? 'currentColor' : keyword;
  return plainColor(text);
}

/** Returns a colour of CSS in sRGB; null if it is invalid. */
function plainColor(text: string): string | null {
  // culori reads CSS Color 4. A trailing ICC colour (SVG 1.1) is ignored, as browsers do.
  const color = toRgb(
    parse(
      text
        .trim()
        .toLowerCase()
        .replace(/\s+icc-color\(.*$/, ''),
    ),
  );
  if (!color) return null;
  const channels = [color.r, color.g, color.b].map((value) => Math.round(Math.min(1, Math.max(0, value || 0)) * 255));
  const alpha = Math.min(1, Math.max(0, color.alpha ?? 1));
  return alpha < 1
    ? `rgba(${channels.join(', ')}, ${Math.round(alpha * 1e4) / 1e4})`
    : `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns a value with its addresses written without quotes, which usvg requires. */
export const plainAddresses = (value: string): string =>
  value.replaceAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*?))\s*\)/gi, (_, double, single, bare) => {
    return `url(${double ?? single ?? bare})`;
  });

/** Maximum characters of a value with its variables replaced. */
const MAX_VALUE = 10_000;

/** Replaces `var(--name, fallback)` in a value. Returns null if a variable has no value, or if values refer to each other in a circle. */
export function withVariables(value: string, variables: Readonly<Record<string, string>>): string | null {
  let current = value;
  for (let round = 0; round < 50; round++) {
    const start = current.search(/var\(/i);
    if (start < 0) return current;
    const end = closing(current, start + 4);
    const [name = '', ...fallback] = current.slice(start + 4, end).split(',');
    const found = variables[name.trim()] ?? (fallback.length > 0 ? fallback.join(',') : null);
    if (found === null || end >= current.length) return null;
    current = current.slice(0, start) + found.trim() + current.slice(end + 1);
    if (current.length > MAX_VALUE) return null;
  }
  return null;
}

/** Returns the position of the parenthesis that closes one opened before `from`; the text's length without one. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}
