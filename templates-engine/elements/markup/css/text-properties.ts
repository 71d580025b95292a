import { FONT_FAMILIES } from '../../../fonts/catalogue.ts';
import { MAX_FAMILY_LENGTH } from '../../../fonts/own-fonts.ts';
import { readColor } from './colors.ts';
import type { Declarations } from './declarations.ts';
import { readLength } from './lengths.ts';
import { MARKUP_LIMITS } from './limits.ts';
import { COLOR_RULE } from './paint-properties.ts';
import { declared, keyword, LENGTH_RULE, length, type Property, readNumber } from './readers.ts';

const WEIGHTS: Record<string, number> = { normal: 400, bold: 700 };
const FAMILY_BY_NAME = new Map(FONT_FAMILIES.map((family) => [family.toLowerCase(), family]));

/**
 * Returns the first family. The rest is ignored, because the engine has its own fallbacks. The parser of the design checks that the family
 * exists.
 */
function readFamily(input: unknown): string | null {
  if (typeof input !== 'string') return null;
  const name = (input.split(',')[0] ?? '').trim().replaceAll(/^["']|["']$/g, '');
  if (name === '' || name.length > MAX_FAMILY_LENGTH) return null;
  return FAMILY_BY_NAME.get(name.toLowerCase()) ?? name;
}

function readWeight(input: unknown): number | null {
  const value = (typeof input === 'string' ? WEIGHTS[input] : undefined) ?? readNumber(input);
  return value !== null && Number.isInteger(value) && value >= 100 && value <= 900 ? value : null;
}

function readLineHeight(input: unknown): Declarations['lineHeight'] | null {
  if (input === 'normal') return 1.2;
  const factor = readNumber(input);
  if (factor !== null) return factor >= 0.5 && factor <= 5 ? factor : null;
  const size = readLength(input, { percent: true });
  return size?.unit === '%' ? readLineHeight(size.value / 100) : size;
}

export const TEXT_PROPERTIES: Readonly<Record<string, Property>> = {
  color: { accepted: COLOR_RULE, code: 'not_a_colour', read: (input) => declared('color', readColor(input)) },
  fontFamily: {
    accepted: 'the name of a font',
    read: (input) => declared('fontFamily', readFamily(input)),
  },
  fontSize: {
    accepted: `a length of ${MARKUP_LIMITS.fontSize.min} to ${MARKUP_LIMITS.fontSize.max} px`,
    read: (input) => declared('fontSize', readLength(input)),
  },
  fontWeight: { accepted: 'normal, bold or 100 to 900', read: (input) => declared('fontWeight', readWeight(input)) },
  fontStyle: keyword('fontStyle', 'normal italic', { oblique: 'italic' }),
  lineHeight: {
    accepted: `normal, a multiple of the font's size from 0.5 to 5, or a length`,
    read: (input) => declared('lineHeight', readLineHeight(input) ?? null),
  },
  letterSpacing: {
    accepted: LENGTH_RULE,
    read: (input) =>
      input === 'normal'
        ? { letterSpacing: { value: 0, unit: 'px' } }
        : length('letterSpacing', { negative: true, percent: false }).read(input),
  },
  textAlign: keyword('textAlign', 'left center right justify start end'),
  textTransform: keyword('textTransform', 'none uppercase lowercase capitalize'),
  textDecoration: keyword('textDecoration', 'none underline'),
  textDecorationLine: keyword('textDecoration', 'none underline'),
  whiteSpace: keyword('whiteSpace', 'normal nowrap pre pre-wrap pre-line'),
  listStyleType: keyword(
    'listStyleType',
    'none disc circle square decimal lower-alpha upper-alpha lower-roman upper-roman',
    { 'lower-latin': 'lower-alpha', 'upper-latin': 'upper-alpha' },
  ),
};
