import type { Design } from './design.ts';

/** Limits and defaults of a design document, elements aside (elements/properties.ts). Lengths are points, angles degrees. */
export const DESIGN_RANGES = {
  pageSide: { min: 72, max: 2000 },
  /** Of the print PDF alone, on each side of the page. */
  bleed: { min: 0, max: 144 },
} as const;

/** The languages that the designer offers (BCP 47): those that the engine tells apart or has phrases in. */
export const LANGUAGES: readonly string[] = (
  'en ar hy am az eu be bn bg my ca zh-Hans zh-Hant hr cs da nl et fi fr gl ka de el gu he hi hu is id ga it ja kn kk km ko ' +
  'lo lv lt mk ms ml mr ne nb fa pl pt pa ro ru sr si sk sl es sw sv tl ta te th tr uk ur vi cy af sq'
).split(' ');

/** Characters at the most. */
export const MAX_LENGTHS = {
  name: 200,
  formationName: 200,
  description: 2000,
  /** How the certificate is earned, in words and as an address. */
  criteria: 5000,
  criteriaUrl: 2000,
} as const;

/** The achievement's picture in credentials, in points at its longest side: what wallets show is small. */
export const ACHIEVEMENT_IMAGE_SIDE = 600;

/** Form of a PDF in the background. */
export const PDF_URI = 'a data URI of a PDF: data:application/pdf;base64,…';

/** Of a PDF as a background: "10 MB" wherever it is said. */
export const MAX_LETTERHEAD_BYTES = 10 * 1024 * 1024;

export const MAX_ELEMENTS = 500;
export const MAX_VARIABLES = 100;

export const BACKGROUND_DEFAULTS = { color: '#ffffff', fit: 'cover' } as const satisfies Design['background'];
