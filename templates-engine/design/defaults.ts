import type { Design, DesignElement } from './design.ts';

type ElementDefaults = { [Type in DesignElement['type']]: Partial<Extract<DesignElement, { type: Type }>> };

/** What a text, a line and a QR code are painted with where the design names no colour. */
export const DEFAULT_COLOR = '#000000';

/** What a member that is left out is taken for: for every element, for each kind of element, and for the page's background. */
export const DEFAULTS = {
  element: { rotation: 0, opacity: 1 },
  text: {
    weight: 400,
    italic: false,
    lineHeight: 1.2,
    letterSpacing: 0,
    color: DEFAULT_COLOR,
    align: 'left',
    verticalAlign: 'top',
    uppercase: false,
  },
  image: { fit: 'contain', radius: 0 },
  shape: { strokeWidth: 1, radius: 0 },
  qr: { value: '{{verificationUrl}}', color: DEFAULT_COLOR },
  background: { color: '#ffffff', fit: 'cover' },
} as const satisfies ElementDefaults & {
  element: { rotation: number; opacity: number };
  background: Design['background'];
};
