import type { Declarations, Side, Size } from './declarations.ts';
import { readLength } from './lengths.ts';
import { aroundSides, declared, keyword, LENGTH_RULE, length, number, type Property, readNumber } from './readers.ts';
import { splitOutside } from './split.ts';

const SIDES: readonly Side[] = ['Top', 'Right', 'Bottom', 'Left'];
const POSITION = 'flex-start flex-end start end center';
const DISTRIBUTION = `${POSITION} stretch space-between space-around space-evenly`;
const FACTOR = { min: 0, max: 1000 };

/** Shorthand that sets a length for each side. */
const around = (prefix: 'margin' | 'padding' | '', options: { auto?: boolean; negative?: boolean }): Property => ({
  accepted: `one to four lengths${options.auto ? ' or auto' : ''}, as in '4px 8px'`,
  read: (input) => {
    const words = typeof input === 'number' ? [input] : typeof input === 'string' ? splitOutside(input, ' ') : null;
    const sizes = words?.map((word): Size | null =>
      options.auto && word === 'auto' ? 'auto' : readLength(word, options),
    );
    const sides = sizes && !sizes.includes(null) ? aroundSides(sizes) : null;
    return sides && named((side) => (prefix === '' ? side.toLowerCase() : `${prefix}${side}`), sides);
  },
});

const named = (name: (side: Side) => string, values: readonly unknown[]): Declarations =>
  Object.fromEntries(SIDES.map((side, index) => [name(side), values[index]])) as Declarations;

/** Shorthand for two properties: two values, or one value for both. */
const pair = (first: Property, second: Property): Property => ({
  accepted: `${first.accepted}, once or for each direction`,
  read: (input) => {
    const words = typeof input === 'string' ? splitOutside(input, ' ') : [input];
    const [a, b = a] = words ?? [];
    const [one, two] = [first.read(a), second.read(b)];
    return one && two && (words?.length ?? 0) <= 2 ? { ...one, ...two } : null;
  },
});

/** Reads `flex`: factors and a basis (CSS Flexbox 1, section 7.1.1). */
function readFlex(input: unknown): Declarations | null {
  const zero = { value: 0, unit: '%' } as const;
  if (input === 'none') return { flexGrow: 0, flexShrink: 0, flexBasis: 'auto' };
  if (input === 'auto') return { flexGrow: 1, flexShrink: 1, flexBasis: 'auto' };
  const words = typeof input === 'string' ? (splitOutside(input, ' ') ?? []) : [input];
  const [grow, ...rest] = words;
  const factor = readNumber(grow);
  if (factor === null || factor < 0 || factor > FACTOR.max || words.length > 3) return null;
  const shrink = rest.length > 0 ? readNumber(rest[0]) : null;
  const last = rest.length > (shrink === null ? 0 : 1) ? rest.at(-1) : undefined;
  const basis = last === undefined ? zero : last === 'auto' ? 'auto' : readLength(last);
  if (
    basis === null ||
    (shrink !== null && (shrink < 0 || shrink > FACTOR.max)) ||
    (rest.length === 2 && shrink === null)
  )
    return null;
  return { flexGrow: factor, flexShrink: shrink ?? 1, flexBasis: basis };
}

/** Property for grid tracks, or for the grid lines around a cell. Named lines are not accepted. */
const grid = (name: keyof Declarations, pattern: RegExp, accepted: string): Property => ({
  accepted,
  read: (input) => declared(name, pattern.test(String(input).trim()) ? String(input).trim() : null),
});

const TRACK = String.raw`(?:\d{1,4}(?:\.\d{1,3})?(?:px|fr|%)|auto|min-content|max-content)`;
const TRACKS = new RegExp(`^(?:(?:${TRACK}|repeat\\(\\d{1,2}, ?${TRACK}\\))(?: +|$)){1,50}$`);
const TRACK_RULE = "up to 50 tracks of px, %, fr, auto, min-content, max-content or repeat(), as in '2fr 1fr 40px'";
const LINES = /^(?:auto|span \d{1,2}|-?\d{1,2})(?: ?\/ ?(?:auto|span \d{1,2}|-?\d{1,2}))?$/;
const LINES_RULE = "lines of the grid, as in '1 / 3' or 'span 2'";

export const LAYOUT_PROPERTIES: Readonly<Record<string, Property>> = {
  display: keyword('display', 'block flex grid none'),
  position: keyword('position', 'static relative absolute'),
  ...Object.fromEntries(
    ['top', 'right', 'bottom', 'left'].map((name) => [name, length(name as 'top', { auto: true, negative: true })]),
  ),
  inset: around('', { auto: true, negative: true }),
  ...Object.fromEntries(
    (['width', 'height', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight'] as const).map((name) => [
      name,
      length(name, { auto: true }),
    ]),
  ),
  margin: around('margin', { auto: true, negative: true }),
  padding: around('padding', {}),
  ...Object.fromEntries(
    SIDES.flatMap((side) => [
      [`margin${side}`, length(`margin${side}`, { auto: true, negative: true })],
      [`padding${side}`, length(`padding${side}`)],
    ]),
  ),
  flex: { accepted: "a factor, or 'grow shrink basis' as in '1 1 0%', auto or none", read: readFlex },
  flexGrow: number('flexGrow', FACTOR),
  flexShrink: number('flexShrink', FACTOR),
  flexBasis: length('flexBasis', { auto: true }),
  flexDirection: keyword('flexDirection', 'row row-reverse column column-reverse'),
  flexWrap: keyword('flexWrap', 'nowrap wrap wrap-reverse'),
  justifyContent: keyword('justifyContent', DISTRIBUTION, { normal: 'flex-start' }),
  alignItems: keyword('alignItems', `${POSITION} stretch`, { normal: 'stretch' }),
  alignSelf: keyword('alignSelf', `auto ${POSITION} stretch`),
  alignContent: keyword('alignContent', DISTRIBUTION, { normal: 'stretch' }),
  rowGap: length('rowGap'),
  columnGap: length('columnGap'),
  gap: { ...pair(length('rowGap'), length('columnGap')), accepted: LENGTH_RULE },
  boxSizing: keyword('boxSizing', 'border-box content-box'),
  aspectRatio: {
    accepted: "a ratio of width to height, as in '16 / 9'",
    read: (input) => {
      const [width, height = 1, ...more] = String(input).split('/').map(readNumber);
      const ratio = width && height && more.length === 0 ? width / height : 0;
      return declared('aspectRatio', ratio >= 0.001 && ratio <= 1000 ? ratio : null);
    },
  },
  order: number('order', { min: -1000, max: 1000, whole: true }),
  gridTemplateColumns: grid('gridTemplateColumns', TRACKS, TRACK_RULE),
  gridTemplateRows: grid('gridTemplateRows', TRACKS, TRACK_RULE),
  gridColumn: grid('gridColumn', LINES, LINES_RULE),
  gridRow: grid('gridRow', LINES, LINES_RULE),
};
