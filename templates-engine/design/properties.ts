/**
 * Limits and defaults of a design document, without its elements (elements/shared/properties.ts). Lengths are in points, angles in degrees.
 */
export const DESIGN_RANGES = {
  pageSide: { min: 72, max: 2000 },
  /** Bleed on each side of the page, only in the print PDF. */
  bleed: { min: 0, max: 144 },
} as const;

/** Languages that the designer offers (BCP 47): those that the engine can detect, or has phrases in. */
export const LANGUAGES: readonly string[] = (
  'en ar hy am az eu be bn bg my ca zh-Hans zh-Hant hr cs da nl et fi fr gl ka de el gu he hi hu is id ga it ja kn kk km ko ' +
  'lo lv lt mk ms ml mr ne nb fa pl pt pa ro ru sr si sk sl es sw sv tl ta te th tr uk ur vi cy af sq'
).split(' ');

/** Maximum characters of texts. */
export const MAX_LENGTHS = {
  name: 200,
  formationName: 200,
  description: 2000,
  /** Requirements to earn the certificate, as a text and as an address. */
  criteria: 5000,
  criteriaUrl: 2000,
  /** Name of a number series. */
  series: 100,
  emailSubject: 200,
  emailIntro: 5000,
  emailSignature: 2000,
  tag: 50,
} as const;

/** Maximum tags of a template, a batch or a certificate. */
export const MAX_TAGS = 20;

/** Longest validity of a certificate. */
export const MAX_VALIDITY = { months: 1200, days: 36_500 } as const;

/** Most reminders of an expiry, and the earliest in days before it. */
export const MAX_REMINDERS = { count: 5, days: 365 } as const;

/** Longest side of the achievement's picture in credentials, in points. Wallets show small pictures. */
export const ACHIEVEMENT_IMAGE_SIDE = 600;

/** Form of a PDF in the background. */
export const PDF_URI = 'a data URI of a PDF: data:application/pdf;base64,…';

/** Maximum bytes of a PDF in the background: 10 MB in all texts. */
export const MAX_LETTERHEAD_BYTES = 10 * 1024 * 1024;

export const MAX_ELEMENTS = 500;
export const MAX_VARIABLES = 100;

export const BACKGROUND_DEFAULTS = { color: '#ffffff', fit: 'cover' } as const;
