import { COLOR } from '../../shared/properties.ts';
import { readColor } from './colors.ts';
import type { BorderStyle, Corner, Declarations, Side } from './declarations.ts';
import { readGradients } from './gradients.ts';
import { type CssLength, readLength } from './lengths.ts';
import { aroundSides, declared, keyword, length, number, type Property } from './readers.ts';
import { readShadows } from './shadows.ts';
import { splitOutside } from './split.ts';
import { readTransforms } from './transforms.ts';

const SIDES: readonly Side[] = ['Top', 'Right', 'Bottom', 'Left'];
const CORNERS: readonly Corner[] = ['TopLeft', 'TopRight', 'BottomRight', 'BottomLeft'];
const STYLES = 'none solid dashed dotted';
export const COLOR_RULE = `${COLOR.rule}, a name, rgb() or hsl()`;
const GRADIENT_RULE = 'linear-gradient() or radial-gradient(); pictures are img nodes, never url()';
const WIDTHS: Record<string, CssLength> = {
  thin: { value: 1, unit: 'px' },
  medium: { value: 3, unit: 'px' },
  thick: { value: 5, unit: 'px' },
};

const color = (name: keyof Declarations): Property => ({
  accepted: COLOR_RULE,
  code: 'not_a_colour',
  read: (input) => declared(name, readColor(input)),
});
const readWidth = (input: unknown): CssLength | null =>
  (typeof input === 'string' && Object.hasOwn(WIDTHS, input) ? WIDTHS[input] : null) ??
  readLength(input, { percent: false });
const readStyle = (input: unknown): BorderStyle | null =>
  typeof input === 'string' && STYLES.split(' ').includes(input)
    ? (input as BorderStyle)
    : input === 'hidden'
      ? 'none'
      : null;

/** Shorthand `border`, or that of one side: width, style and colour in any order. */
const border = (sides: readonly Side[]): Property => ({
  accepted: "a width, a style (none, solid, dashed, dotted) and a colour, as in '1px solid #ccc'",
  read: (input) => {
    const words = typeof input === 'string' ? splitOutside(input, ' ') : typeof input === 'number' ? [input] : null;
    if (!words || words.length === 0 || words.length > 3) return null;
    const found: { width?: CssLength; style?: BorderStyle; color?: NonNullable<ReturnType<typeof readColor>> } = {};
    for (const word of words) {
      const [width, style, paint] = [readWidth(word), readStyle(word), readColor(word)];
      if (width && !found.width) found.width = width;
      else if (style && !found.style) found.style = style;
      else if (paint && !found.color) found.color = paint;
      else return null;
    }
    const { width = WIDTHS.medium, style = 'none', color = 'currentColor' } = found;
    return Object.fromEntries(
      sides.flatMap((side) => [
        [`border${side}Width`, width],
        [`border${side}Style`, style],
        [`border${side}Color`, color],
      ]),
    ) as Declarations;
  },
});

/** Shorthand of one to four values for the sides or the corners. */
const around = (
  name: (place: string) => string,
  places: readonly string[],
  read: (word: unknown) => unknown,
  accepted: string,
): Property => ({
  accepted: `${accepted}, once to four times`,
  read: (input) => {
    const words = typeof input === 'string' ? splitOutside(input, ' ') : [input];
    const values = words?.map(read) ?? [];
    const all = values.includes(null) ? null : aroundSides(values);
    return all && (Object.fromEntries(places.map((place, index) => [name(place), all[index]])) as Declarations);
  },
});

/** Reads `background`: a colour or gradients. */
function readBackground(input: unknown): Declarations | null {
  const paint = input === 'none' ? readColor('transparent') : readColor(input);
  if (paint) return { backgroundColor: paint, backgroundImage: [] };
  return declared('backgroundImage', readGradients(input));
}

export const PAINT_PROPERTIES: Readonly<Record<string, Property>> = {
  background: { accepted: `${COLOR_RULE}, or ${GRADIENT_RULE}`, read: readBackground },
  backgroundColor: color('backgroundColor'),
  backgroundImage: { accepted: GRADIENT_RULE, read: (input) => declared('backgroundImage', readGradients(input)) },
  border: border(SIDES),
  borderWidth: around((side) => `border${side}Width`, SIDES, readWidth, 'a width'),
  borderStyle: around((side) => `border${side}Style`, SIDES, readStyle, 'none, solid, dashed or dotted'),
  borderColor: around((side) => `border${side}Color`, SIDES, readColor, COLOR_RULE),
  borderRadius: around(
    (corner) => `border${corner}Radius`,
    CORNERS,
    (word) => readLength(word),
    'a length',
  ),
  ...Object.fromEntries(
    SIDES.flatMap((side): [string, Property][] => [
      [`border${side}`, border([side])],
      [
        `border${side}Width`,
        { accepted: 'a width', read: (input) => declared(`border${side}Width`, readWidth(input)) },
      ],
      [`border${side}Style`, keyword(`border${side}Style`, STYLES)],
      [`border${side}Color`, color(`border${side}Color`)],
    ]),
  ),
  ...Object.fromEntries(CORNERS.map((corner) => [`border${corner}Radius`, length(`border${corner}Radius`)])),
  boxShadow: {
    accepted: "shadows, as in '0 2px 4px rgba(0, 0, 0, 0.2)' or 'inset 0 0 6px #0006', blurred by up to 200 px",
    read: (input) => declared('boxShadow', readShadows(input)),
  },
  opacity: number('opacity', { min: 0, max: 1 }),
  overflow: keyword('overflow', 'visible hidden'),
  transform: {
    accepted: 'translate(), scale(), rotate(), skewX() and skewY()',
    read: (input) => declared('transform', readTransforms(input)),
  },
  zIndex: number('zIndex', { min: -1000, max: 1000, whole: true }),
  objectFit: keyword('objectFit', 'contain cover fill'),
};
